import { JsonReader } from '../../base/json-reader.ts';
import { malformed } from '../../base/tool-error.ts';
import { type FrameIndex, type Profile, ProfileBuilder } from '../../profile/index.ts';
import type { ProfileReader, ReadOptions } from '../format.ts';
import { wholeFileReader } from '../whole-file-reader.ts';
import { addEvents } from './events.ts';
import { parseFileIndex, parseProfileIndex } from './file-index.ts';
import { addSamples } from './samples.ts';
import { unitMeanings } from './units-table.ts';

export const section = 'speedscope JSON';

export function speedscopeReader(options: ReadOptions): ProfileReader {
  return wholeFileReader('speedscope', (bytes) => parseSpeedscope(bytes, options.timeline));
}

export function parseSpeedscope(bytes: Uint8Array, timeline: boolean): Profile {
  const json = new JsonReader(bytes, section);
  const index = parseFileIndex(json);
  const builder = new ProfileBuilder({ aggregate: !timeline });
  builder.meta.producer = index.exporter;
  builder.meta.command = index.name;
  json.seek(index.framesAt);
  const frames = addFrames(builder, json);
  for (const [number, at] of elementOffsets(json, index.profilesAt).entries()) {
    json.seek(at);
    const facts = parseProfileIndex(json);
    const meaning = unitMeanings[facts.unit];
    const valueType = builder.addValueType(meaning.valueType.name, meaning.valueType.unit);
    if (number === index.activeProfileIndex) builder.meta.defaultValueType = valueType;
    const thread = builder.addThread({
      pid: -1,
      tid: number,
      threadName: builder.string(facts.name),
    });
    const target = { builder, frames, thread, valueType, facts, meaning };
    const endNs = facts.type === 'sampled' ? addSamples(json, target) : addEvents(json, target);
    builder.meta.durationNs = Math.max(builder.meta.durationNs, endNs);
  }
  return builder.finish();
}

function elementOffsets(json: JsonReader, at: number): number[] {
  const offsets: number[] = [];
  json.seek(at);
  json.eachElement('profiles', () => offsets.push(json.offset));
  return offsets;
}

function addFrames(builder: ProfileBuilder, json: JsonReader): FrameIndex[] {
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
