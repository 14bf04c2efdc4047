import { Float64Builder } from '../../base/growable-column.ts';
import { JsonReader } from '../../base/json-reader.ts';
import { malformed } from '../../base/tool-error.ts';
import { parseNodeList, parseNodeTree } from './parse-nodes.ts';
import type { RawNodes, RawProfile } from './raw-profile.ts';

export const section = '.cpuprofile JSON';

/** The tree form nests two levels per call; V8 keeps stacks far shorter than this. */
const deepestTree = 20_000;

interface Fields {
  nodes: RawNodes | undefined;
  isTree: boolean;
  startTime: number;
  endTime: number;
  samples: Float64Array | null;
  timeDeltas: Float64Array | null;
  timestamps: Float64Array | null;
  lines: Float64Array | null;
}

export function parseRawProfile(bytes: Uint8Array): RawProfile {
  const json = new JsonReader(bytes, section, { maxDepth: deepestTree });
  const fields: Fields = {
    nodes: undefined,
    isTree: false,
    startTime: 0,
    endTime: 0,
    samples: null,
    timeDeltas: null,
    timestamps: null,
    lines: null,
  };
  json.eachKey('the profile object', (key) => parseProfileField(json, fields, key));
  json.end();
  const { nodes, samples, lines } = fields;
  if (nodes === undefined) throw malformed(section, 0, 'neither nodes nor head');
  // The old form gives its ends in seconds, all else in microseconds.
  const factor = fields.isTree ? 1e6 : 1;
  const startTime = fields.startTime * factor;
  return {
    nodes,
    startTime,
    endTime: fields.endTime * factor,
    samples,
    timestamps: samples === null ? null : timestampsOf(fields, startTime, samples.length),
    lines: lines !== null && lines.length === samples?.length ? lines : null,
  };
}

function parseProfileField(json: JsonReader, fields: Fields, key: string): void {
  switch (key) {
    case 'nodes':
      fields.nodes = parseNodeList(json);
      break;
    case 'head':
      fields.nodes = parseNodeTree(json);
      fields.isTree = true;
      break;
    case 'startTime':
    case 'endTime':
      fields[key] = json.takeNull() ? 0 : json.number(key);
      break;
    case 'samples':
    case 'timeDeltas':
    case 'timestamps':
    case 'lines':
      fields[key] = json.takeNull() ? null : parseNumbers(json, key);
      break;
  }
}

function parseNumbers(json: JsonReader, key: string): Float64Array {
  const column = new Float64Builder();
  json.numbers(key, column);
  return column.finish();
}

/** Deltas count from the start or from the sample before; without any, samples are evenly spread. */
function timestampsOf(fields: Fields, startTime: number, count: number): Float64Array {
  const { timeDeltas, timestamps } = fields;
  for (const [name, column] of Object.entries({ timeDeltas, timestamps })) {
    if (column !== null && column.length !== count) {
      throw malformed(section, 0, `${column.length} ${name} for ${count} samples`);
    }
  }
  if (timestamps !== null) return timestamps;
  const times = new Float64Array(count);
  const step = count === 0 ? 0 : Math.max(0, fields.endTime - fields.startTime) / count;
  let now = startTime;
  for (let sample = 0; sample < count; sample++) {
    now += timeDeltas === null ? (sample === 0 ? 0 : step) : (timeDeltas[sample] as number);
    times[sample] = now;
  }
  return times;
}
