import type { JsonReader } from '../../base/json-reader.ts';
import { malformed } from '../../base/tool-error.ts';
import { type SpeedscopeUnit, unitMeanings } from './units-table.ts';

/** Where the parts of a file begin: they may stand in any order, and frames are needed first. */
export interface FileIndex {
  framesAt: number;
  profilesAt: number;
  name: string;
  exporter: string;
  activeProfileIndex: number;
}

export interface ProfileIndex {
  readonly at: number;
  type: 'sampled' | 'evented';
  name: string;
  unit: SpeedscopeUnit;
  startValue: number;
  endValue: number;
  samplesAt: number;
  weightsAt: number;
  eventsAt: number;
}

export function parseFileIndex(json: JsonReader): FileIndex {
  const index: FileIndex = {
    framesAt: -1,
    profilesAt: -1,
    name: '',
    exporter: '',
    activeProfileIndex: 0,
  };
  json.eachKey('the file object', (key) => {
    switch (key) {
      case 'shared':
        json.eachKey('shared', (inner) => {
          if (inner === 'frames') index.framesAt = json.offset;
        });
        break;
      case 'profiles':
        index.profilesAt = json.offset;
        break;
      case 'name':
        index.name = json.takeNull() ? '' : json.text('name');
        break;
      case 'exporter':
        index.exporter = json.takeNull() ? '' : json.text('exporter');
        break;
      case 'activeProfileIndex':
        if (!json.takeNull()) index.activeProfileIndex = json.number('activeProfileIndex');
        break;
    }
  });
  json.end();
  if (index.framesAt < 0) throw malformed(json.section, 0, 'shared.frames is missing');
  if (index.profilesAt < 0) throw malformed(json.section, 0, 'profiles is missing');
  return index;
}

/** Reads the facts of the profile that is next and notes where its columns begin. */
export function parseProfileIndex(json: JsonReader): ProfileIndex {
  const index: ProfileIndex = {
    at: json.offset,
    type: 'sampled',
    name: '',
    unit: 'none',
    startValue: 0,
    endValue: 0,
    samplesAt: -1,
    weightsAt: -1,
    eventsAt: -1,
  };
  let hasType = false;
  json.eachKey('a profile', (key) => {
    if (key === 'type') {
      index.type = parseType(json);
      hasType = true;
    } else parseProfileField(json, index, key);
  });
  if (!hasType) throw malformed(json.section, index.at, 'a profile has no type');
  return index;
}

function parseProfileField(json: JsonReader, index: ProfileIndex, key: string): void {
  switch (key) {
    case 'name':
      index.name = json.text('name');
      break;
    case 'unit':
      index.unit = parseUnit(json);
      break;
    case 'startValue':
      index.startValue = json.number('startValue');
      break;
    case 'endValue':
      index.endValue = json.number('endValue');
      break;
    case 'samples':
      index.samplesAt = json.offset;
      break;
    case 'weights':
      index.weightsAt = json.offset;
      break;
    case 'events':
      index.eventsAt = json.offset;
      break;
  }
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
