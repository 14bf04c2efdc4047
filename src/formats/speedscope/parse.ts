import { JsonReader } from '../../base/json-reader.ts';
import { malformed } from '../../base/tool-error.ts';
import { type FrameIndex, type Profile, ProfileBuilder } from '../../profile/index.ts';
import type { ProfileReader, ReadOptions } from '../format.ts';
import { wholeFileReader } from '../whole-file-reader.ts';
import { addEvents } from './events.ts';
import { parseProfileDraft } from './profile-draft.ts';
import { addSamples } from './samples.ts';
import { unitMeanings } from './units-table.ts';

const section = 'speedscope JSON';

export function speedscopeReader(options: ReadOptions): ProfileReader {
  return wholeFileReader('speedscope', (bytes) => parseSpeedscope(bytes, options.timeline));
}

export function parseSpeedscope(bytes: Uint8Array, timeline: boolean): Profile {
  const json = new JsonReader(bytes, section);
  const builder = new ProfileBuilder({ aggregate: !timeline });
  const file = parseFile(json, builder);
  const active = file.valueTypes[file.activeProfileIndex];
  if (active !== undefined) builder.meta.defaultValueType = active;
  return builder.finish();
}

interface FileFacts {
  readonly valueTypes: readonly number[];
  readonly activeProfileIndex: number;
}

/** Samples name frames by number; a file that puts its frames last is gone through twice. */
function parseFile(json: JsonReader, builder: ProfileBuilder): FileFacts {
  let frames: FrameIndex[] | undefined;
  let valueTypes: number[] | undefined;
  let profilesAt = -1;
  let activeProfileIndex = 0;
  json.eachKey('the file object', (key) => {
    if (key === 'shared') frames = parseShared(json, builder) ?? frames;
    else if (key === 'profiles') {
      profilesAt = json.offset;
      if (frames !== undefined) valueTypes = addProfiles(json, builder, frames);
    } else if (key === 'activeProfileIndex') {
      if (!json.takeNull()) activeProfileIndex = json.number(key);
    } else if (key === 'name') builder.meta.command = json.takeNull() ? '' : json.text(key);
    else if (key === 'exporter') builder.meta.producer = json.takeNull() ? '' : json.text(key);
  });
  json.end();
  if (frames === undefined) throw malformed(section, 0, 'shared.frames is missing');
  if (profilesAt < 0) throw malformed(section, 0, 'profiles is missing');
  if (valueTypes === undefined) {
    json.seek(profilesAt);
    valueTypes = addProfiles(json, builder, frames);
  }
  return { valueTypes, activeProfileIndex };
}

/** Adds every profile; the value type of each. */
function addProfiles(
  json: JsonReader,
  builder: ProfileBuilder,
  frames: readonly FrameIndex[],
): number[] {
  const valueTypes: number[] = [];
  json.eachElement('profiles', () => {
    const draft = parseProfileDraft(json, { builder, frames });
    const meaning = unitMeanings[draft.unit];
    const valueType = builder.addValueType(meaning.valueType.name, meaning.valueType.unit);
    const threadName = builder.string(draft.name);
    const thread = builder.addThread({ pid: -1, tid: valueTypes.length, threadName });
    valueTypes.push(valueType);
    const target = { builder, frames, thread, valueType, draft, meaning };
    if (draft.type === undefined) throw malformed(section, draft.offset, 'a profile has no type');
    const durationNs =
      draft.type === 'sampled' ? addSamples(section, target) : addEvents(section, target);
    builder.meta.durationNs = Math.max(builder.meta.durationNs, durationNs);
  });
  return valueTypes;
}

function parseShared(json: JsonReader, builder: ProfileBuilder): FrameIndex[] | undefined {
  let frames: FrameIndex[] | undefined;
  json.eachKey('shared', (key) => {
    if (key === 'frames') frames = addFrames(json, builder);
  });
  return frames;
}

function addFrames(json: JsonReader, builder: ProfileBuilder): FrameIndex[] {
  const frames: FrameIndex[] = [];
  json.eachElement('shared.frames', () => {
    const at = json.offset;
    let name: string | undefined;
    let file = '';
    let line = 0;
    let column = 0;
    json.eachKey('a frame', (key) => {
      if (key === 'name') name = json.text('the name of a frame');
      // Exporters write null where they know nothing.
      else if (key === 'file') file = json.takeNull() ? '' : json.text('the file of a frame');
      else if (key === 'line') line = json.takeNull() ? 0 : position(json.number('line'));
      else if (key === 'col') column = json.takeNull() ? 0 : position(json.number('col'));
    });
    if (name === undefined) throw malformed(section, at, 'a frame has no name');
    const called = builder.addFunction({ name: builder.string(name), file: builder.string(file) });
    frames.push(builder.addFrame({ function: called, line, column }));
  });
  return frames;
}

/** A line or column that the model can hold; 0 = unknown. */
function position(value: number): number {
  return Number.isInteger(value) && value > 0 && value < 2 ** 31 ? value : 0;
}
