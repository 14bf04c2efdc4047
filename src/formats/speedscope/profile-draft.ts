import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';
import type { JsonReader } from '../../base/json-reader.ts';
import { malformed } from '../../base/tool-error.ts';
import {
  type FrameIndex,
  none,
  type ProfileBuilder,
  type StackIndex,
} from '../../profile/index.ts';
import { type SpeedscopeUnit, unitMeanings } from './units-table.ts';

/** Open and close events in the order of the file. */
export interface EventColumns {
  readonly isOpen: Int32Builder;
  readonly frame: Int32Builder;
  readonly at: Float64Builder;
  /** Where each event stands in the file, for errors. */
  readonly offset: Float64Builder;
}

/** One profile of the file as columns: its keys come in any order, so all are read before any is used. */
export interface ProfileDraft {
  readonly offset: number;
  type: 'sampled' | 'evented' | undefined;
  name: string;
  unit: SpeedscopeUnit;
  startValue: number;
  endValue: number;
  stacks: Int32Builder | undefined;
  weights: Float64Builder | undefined;
  events: EventColumns | undefined;
}

export interface FrameList {
  readonly builder: ProfileBuilder;
  readonly frames: readonly FrameIndex[];
}

export function parseProfileDraft(json: JsonReader, list: FrameList): ProfileDraft {
  const draft: ProfileDraft = {
    offset: json.offset,
    type: undefined,
    name: '',
    unit: 'none',
    startValue: 0,
    endValue: 0,
    stacks: undefined,
    weights: undefined,
    events: undefined,
  };
  json.eachKey('a profile', (key) => {
    switch (key) {
      case 'samples':
        draft.stacks = parseStacks(json, list);
        break;
      case 'weights':
        draft.weights = new Float64Builder();
        json.numbers('weights', draft.weights);
        break;
      case 'events':
        draft.events = parseEvents(json, list.frames.length);
        break;
      default:
        parseFact(json, draft, key);
    }
  });
  return draft;
}

function parseFact(json: JsonReader, draft: ProfileDraft, key: string): void {
  switch (key) {
    case 'type':
      draft.type = parseType(json);
      break;
    case 'name':
      draft.name = json.text('name');
      break;
    case 'unit':
      draft.unit = parseUnit(json);
      break;
    case 'startValue':
    case 'endValue':
      draft[key] = json.number(key);
      break;
  }
}

function parseStacks(json: JsonReader, { builder, frames }: FrameList): Int32Builder {
  const stacks = new Int32Builder();
  json.beginArray('samples');
  while (json.nextElement()) {
    let stack: StackIndex = none;
    json.beginArray('a sample');
    while (json.nextElement()) {
      const frame = frames[json.index('frame', frames.length)] as FrameIndex;
      stack = builder.addStack(stack, frame);
    }
    stacks.push(stack);
  }
  return stacks;
}

function parseEvents(json: JsonReader, frameCount: number): EventColumns {
  const events: EventColumns = {
    isOpen: new Int32Builder(),
    frame: new Int32Builder(),
    at: new Float64Builder(),
    offset: new Float64Builder(),
  };
  json.eachElement('events', () => {
    const offset = json.offset;
    let type = '';
    let frame = -1;
    let at = Number.NaN;
    json.eachKey('an event', (key) => {
      if (key === 'type') type = json.text('the type of an event');
      else if (key === 'frame') frame = json.index('frame', frameCount);
      else if (key === 'at') at = json.number('the time of an event');
    });
    if (type !== 'O' && type !== 'C') throw malformed(json.section, offset, 'neither O nor C');
    if (frame < 0) throw malformed(json.section, offset, 'an event has no frame');
    if (Number.isNaN(at)) throw malformed(json.section, offset, 'an event has no time');
    events.isOpen.push(type === 'O' ? 1 : 0);
    events.frame.push(frame);
    events.at.push(at);
    events.offset.push(offset);
  });
  return events;
}

function parseType(json: JsonReader): 'sampled' | 'evented' {
  const at = json.offset;
  const type = json.text('type');
  if (type === 'sampled' || type === 'evented') return type;
  throw malformed(json.section, at, `a profile of type ${type.slice(0, 40)}`);
}

function parseUnit(json: JsonReader): SpeedscopeUnit {
  const at = json.offset;
  const unit = json.text('unit');
  if (Object.hasOwn(unitMeanings, unit)) return unit as SpeedscopeUnit;
  throw malformed(json.section, at, `the unit ${unit.slice(0, 40)} is not one of speedscope's`);
}
