import { malformed } from '../base/tool-error.ts';
import type { Profile } from './tables.ts';

type Column = { readonly length: number };

/**
 * Checks every invariant the rest of the program relies on. Runs once per profile: when a builder
 * finishes and when a container was read, because a file may lie.
 */
export function validateProfile(profile: Profile): void {
  validateLengths(profile);
  validateReferences(profile);
  validateStacks(profile);
  validateLabelSets(profile);
}

function validateLengths(profile: Profile): void {
  const { mappings, functions, frames, stacks, threads, samples, markers } = profile;
  if (profile.strings[0] !== '') fail('strings', 0, 'the first string is not empty');
  for (const [name, table] of Object.entries({
    mappings,
    functions,
    frames,
    stacks,
    threads,
    markers,
  })) {
    for (const [column, data] of Object.entries(table)) {
      if (column !== 'length') sameLength(`${name}.${column}`, data as Column, table.length);
    }
  }
  for (const column of ['stack', 'thread', 'timeNs', 'cpu', 'labels', 'count'] as const) {
    const data = samples[column];
    if (data !== null) sameLength(`samples.${column}`, data, samples.length);
  }
  if (samples.values.length !== profile.valueTypes.length) {
    fail('samples.values', 0, 'as many columns as value types expected');
  }
  for (const column of samples.values) sameLength('samples.values', column, samples.length);
}

function validateReferences(profile: Profile): void {
  const { mappings, functions, frames, threads, samples, markers, labelSets } = profile;
  const strings = profile.strings.length;
  inRange('mappings.file', mappings.file, 0, strings);
  inRange('mappings.buildId', mappings.buildId, 0, strings);
  inRange('functions.name', functions.name, 0, strings);
  inRange('functions.linkageName', functions.linkageName, 0, strings);
  inRange('functions.file', functions.file, 0, strings);
  inRange('frames.mapping', frames.mapping, -1, mappings.length);
  inRange('frames.function', frames.function, -1, functions.length);
  inRange('threads.processName', threads.processName, 0, strings);
  inRange('threads.threadName', threads.threadName, 0, strings);
  inRange('samples.stack', samples.stack, -1, profile.stacks.length);
  if (samples.thread !== null) inRange('samples.thread', samples.thread, -1, threads.length);
  if (samples.labels !== null) inRange('samples.labels', samples.labels, 0, labelSets.length);
  inRange('markers.name', markers.name, 0, strings);
  inRange('markers.thread', markers.thread, -1, threads.length);
  inRange('markers.stack', markers.stack, -1, profile.stacks.length);
  inRange('markers.payload', markers.payload, 0, strings);
  for (const source of profile.sources) oneInRange('sources.file', source.file, strings);
  for (const code of profile.code) oneInRange('code.mapping', code.mapping, mappings.length);
}

function validateStacks(profile: Profile): void {
  const { parent, frame } = profile.stacks;
  inRange('stacks.frame', frame, 0, profile.frames.length);
  for (let row = 0; row < parent.length; row++) {
    const up = parent[row] as number;
    if (up < -1 || up >= row) fail('stacks.parent', row, `parent ${up} does not stand before it`);
  }
}

function validateLabelSets(profile: Profile): void {
  const { length, start, key, text, number, unit } = profile.labelSets;
  sameLength('labelSets.start', start, length + 1);
  if (length < 1 || start[0] !== 0 || start[1] !== 0) fail('labelSets', 0, 'set 0 is not empty');
  for (let set = 0; set < length; set++) {
    if ((start[set + 1] as number) < (start[set] as number))
      fail('labelSets.start', set, 'decreases');
  }
  const labels = start[length] as number;
  for (const column of [key, text, number, unit]) sameLength('labelSets', column, labels);
  inRange('labelSets.key', key, 0, profile.strings.length);
  inRange('labelSets.text', text, -1, profile.strings.length);
  inRange('labelSets.unit', unit, 0, profile.strings.length);
}

function sameLength(name: string, column: Column, length: number): void {
  if (column.length !== length) fail(name, 0, `${column.length} rows where ${length} are expected`);
}

function inRange(name: string, column: Int32Array, low: number, limit: number): void {
  for (let row = 0; row < column.length; row++) {
    const value = column[row] as number;
    if (value < low || value >= limit) fail(name, row, `${value} is outside ${low}…${limit - 1}`);
  }
}

function oneInRange(name: string, value: number, limit: number): void {
  if (!(value >= 0 && value < limit)) fail(name, 0, `${value} is outside 0…${limit - 1}`);
}

function fail(column: string, row: number, what: string): never {
  throw malformed(`profile ${column} row`, row, what);
}
