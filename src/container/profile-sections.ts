import { present } from '../base/assert.ts';
import type { Profile } from '../profile/index.ts';
import type { ColumnKind } from './layout-table.ts';
import { encodeMeta } from './meta-json.ts';
import type { ColumnData, Section } from './section.ts';
import { textSections } from './text-column.ts';

type Columns = Readonly<Record<string, ColumnKind>>;
export type TableName =
  | 'mappings'
  | 'functions'
  | 'frames'
  | 'stacks'
  | 'threads'
  | 'labelSets'
  | 'markers';

/** The columns of every table whose rows are numbers, in the order they are written. */
export const tableColumns: Readonly<Record<TableName, Columns>> = {
  mappings: {
    file: 'i32',
    buildId: 'i32',
    start: 'u64',
    limit: 'u64',
    offset: 'u64',
    kind: 'u8',
    symbolized: 'u8',
  },
  functions: { name: 'i32', linkageName: 'i32', file: 'i32', startLine: 'i32' },
  frames: {
    mapping: 'i32',
    address: 'f64',
    function: 'i32',
    line: 'i32',
    column: 'i32',
    inlineDepth: 'i32',
    flags: 'u8',
  },
  stacks: { parent: 'i32', frame: 'i32' },
  threads: {
    pid: 'i32',
    tid: 'i32',
    processName: 'i32',
    threadName: 'i32',
    startNs: 'f64',
    endNs: 'f64',
  },
  labelSets: { start: 'i32', key: 'i32', text: 'i32', number: 'i64', unit: 'i32' },
  markers: {
    name: 'i32',
    thread: 'i32',
    startNs: 'f64',
    endNs: 'f64',
    stack: 'i32',
    payload: 'i32',
  },
};

/** Sample columns that a file may lack, which means that no row has that fact. */
export const optionalSampleColumns: {
  readonly thread: 'i32';
  readonly timeNs: 'f64';
  readonly cpu: 'i32';
  readonly labels: 'i32';
  readonly count: 'f64';
} = {
  thread: 'i32',
  timeNs: 'f64',
  cpu: 'i32',
  labels: 'i32',
  count: 'f64',
};

const otherSections: readonly string[] = [
  'meta',
  ...['strings', 'sources.text'].flatMap((name) => textNames(name)),
  'samples.stack',
  ...Object.keys(optionalSampleColumns).map((column) => `samples.${column}`),
  'sources.file',
  'code.mapping',
  'code.address',
  'code.length',
  'code.bytes',
];
const knownSections: ReadonlySet<string> = new Set([
  ...otherSections,
  ...Object.entries(tableColumns).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  ),
]);

/** The value columns are numbered, one per value type. */
export function isKnownSection(name: string): boolean {
  return knownSections.has(name) || /^samples\.values\.\d{1,6}$/.test(name);
}

function textNames(name: string): string[] {
  return [`${name}.length`, `${name}.bytes`, `${name}.illFormed`];
}

/** Everything in a profile as columns, made one after the other when it is asked for. */
export function* profileSections(profile: Profile): Iterable<Section> {
  yield { name: 'meta', kind: 'json', data: encodeMeta(profile) };
  yield* textSections('strings', profile.strings);
  for (const [table, columns] of Object.entries(tableColumns)) {
    const rows = profile[table as TableName] as unknown as Readonly<Record<string, ColumnData>>;
    for (const [column, kind] of Object.entries(columns)) {
      yield section(`${table}.${column}`, kind, rows[column]);
    }
  }
  yield* sampleSections(profile);
  yield* embeddedSections(profile);
}

function* sampleSections({ samples }: Profile): Iterable<Section> {
  yield section('samples.stack', 'i32', samples.stack);
  for (const [column, kind] of Object.entries<ColumnKind>(optionalSampleColumns)) {
    const data = samples[column as keyof typeof optionalSampleColumns];
    if (data !== null) yield section(`samples.${column}`, kind, data);
  }
  for (const [index, data] of samples.values.entries()) {
    yield section(`samples.values.${index}`, 'f64', data);
  }
}

function* embeddedSections({ sources, code }: Profile): Iterable<Section> {
  const files = Int32Array.from(sources, (source) => source.file);
  yield section('sources.file', 'i32', files);
  yield* textSections(
    'sources.text',
    sources.map((source) => source.text),
  );
  const mappings = Int32Array.from(code, (each) => each.mapping);
  yield section('code.mapping', 'i32', mappings);
  const addresses = Float64Array.from(code, (each) => each.address);
  yield section('code.address', 'f64', addresses);
  const lengths = Int32Array.from(code, (each) => each.bytes.length);
  yield section('code.length', 'i32', lengths);
  const size = lengths.reduce((sum, length) => sum + length, 0);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const each of code) {
    bytes.set(each.bytes, at);
    at += each.bytes.length;
  }
  yield section('code.bytes', 'u8', bytes);
}

function section(name: string, kind: ColumnKind, data: ColumnData | undefined): Section {
  return { name, kind, data: present(data, name) };
}
