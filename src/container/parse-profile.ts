import { Diagnostics } from '../base/diagnostics.ts';
import { malformed, ToolError } from '../base/tool-error.ts';
import {
  type EmbeddedCode,
  type EmbeddedSource,
  type MappingIndex,
  mappingKinds,
  type Profile,
  type SampleTable,
  type StringIndex,
  validateProfile,
} from '../profile/index.ts';
import type { ColumnKind } from './layout-table.ts';
import { parseJson, parseMeta } from './meta-json.ts';
import { optionalSampleColumns, type TableName, tableColumns } from './profile-sections.ts';
import type { Contents, ReadColumn } from './read-container.ts';
import { parseTexts } from './text-column.ts';

interface ColumnOf {
  u8: Uint8Array;
  i32: Int32Array;
  f64: Float64Array;
  u64: BigUint64Array;
  i64: BigInt64Array;
  json: Uint8Array;
}

/** The profile of a file's columns, with every invariant checked: a file may lie. */
export function parseProfile(contents: Contents): Profile {
  const facts = parseMeta(columnOf(contents, 'meta', 'json'), offsetOf(contents, 'meta', 0));
  const diagnostics = new Diagnostics();
  diagnostics.addAll(facts.meta.health.diagnostics);
  diagnostics.addAll(contents.diagnostics);
  for (const field of facts.unknown) {
    diagnostics.count('unknown-section', `the fact ${field} is from a newer Plateau`);
  }
  const health = { ...facts.meta.health, diagnostics: diagnostics.list() };
  const labelSets = tableOf(contents, 'labelSets');
  const profile: Profile = {
    meta: { ...facts.meta, health },
    valueTypes: facts.valueTypes,
    strings: textsOf(contents, 'strings'),
    mappings: tableOf(contents, 'mappings'),
    functions: tableOf(contents, 'functions'),
    frames: tableOf(contents, 'frames'),
    stacks: tableOf(contents, 'stacks'),
    threads: tableOf(contents, 'threads'),
    labelSets: { ...labelSets, length: labelSets.length - 1 },
    samples: samplesOf(contents, facts.valueTypes.length),
    markers: tableOf(contents, 'markers'),
    sources: sourcesOf(contents),
    code: codeOf(contents),
  };
  validateKinds(contents, profile);
  try {
    validateProfile(profile);
  } catch (error) {
    throw error instanceof ToolError ? located(contents, error) : error;
  }
  return Object.freeze(profile);
}

/** A table's columns; its length is that of the first one, and validation compares the others. */
function tableOf<Name extends TableName>(contents: Contents, table: Name): Profile[Name] {
  const entries = Object.entries(tableColumns[table]);
  const columns = entries.map(([column, kind]) => {
    return [column, columnOf(contents, `${table}.${column}`, kind)] as const;
  });
  const length = columns[0]?.[1].length ?? 0;
  return { length, ...Object.fromEntries(columns) } as unknown as Profile[Name];
}

function samplesOf(contents: Contents, valueTypes: number): SampleTable {
  const stack = columnOf(contents, 'samples.stack', 'i32');
  const find = <Kind extends 'i32' | 'f64'>(name: string, kind: Kind): ColumnOf[Kind] | null =>
    contents.columns.has(`samples.${name}`) ? columnOf(contents, `samples.${name}`, kind) : null;
  const values = Array.from({ length: valueTypes }, (_, index) =>
    columnOf(contents, `samples.values.${index}`, 'f64'),
  );
  if (contents.columns.has(`samples.values.${valueTypes}`)) {
    throw malformed('directory', contents.directoryOffset, 'more value columns than value types');
  }
  return {
    length: stack.length,
    stack,
    thread: find('thread', optionalSampleColumns.thread),
    timeNs: find('timeNs', optionalSampleColumns.timeNs),
    cpu: find('cpu', optionalSampleColumns.cpu),
    labels: find('labels', optionalSampleColumns.labels),
    count: find('count', optionalSampleColumns.count),
    values,
  };
}

function textsOf(contents: Contents, name: string): string[] {
  const exact = `${name}.illFormed`;
  const illFormed = contents.columns.has(exact)
    ? parseJson(columnOf(contents, exact, 'json'), exact, offsetOf(contents, exact, 0))
    : undefined;
  return parseTexts({
    name,
    lengths: columnOf(contents, `${name}.length`, 'i32'),
    bytes: columnOf(contents, `${name}.bytes`, 'u8'),
    illFormed,
    offset: offsetOf(contents, `${name}.bytes`, 0),
  });
}

function sourcesOf(contents: Contents): EmbeddedSource[] {
  const texts = textsOf(contents, 'sources.text');
  const files = columnOf(contents, 'sources.file', 'i32');
  sameRows(contents, 'sources.file', texts.length);
  return texts.map((text, row) => ({ file: files[row] as StringIndex, text }));
}

function codeOf(contents: Contents): EmbeddedCode[] {
  const mappings = columnOf(contents, 'code.mapping', 'i32');
  const addresses = columnOf(contents, 'code.address', 'f64');
  const lengths = columnOf(contents, 'code.length', 'i32');
  const bytes = columnOf(contents, 'code.bytes', 'u8');
  sameRows(contents, 'code.mapping', lengths.length);
  sameRows(contents, 'code.address', lengths.length);
  const code: EmbeddedCode[] = [];
  let at = 0;
  for (const [row, length] of lengths.entries()) {
    if (length < 0 || at + length > bytes.length) throw fault(contents, 'code.bytes', 'cut');
    const mapping = mappings[row] as MappingIndex;
    code.push({
      mapping,
      address: addresses[row] as number,
      bytes: bytes.subarray(at, at + length),
    });
    at += length;
  }
  if (at !== bytes.length) throw fault(contents, 'code.bytes', 'bytes that belong to no row');
  return code;
}

function sameRows(contents: Contents, name: string, rows: number): void {
  const found = contents.columns.get(name)?.data.length;
  if (found !== rows) throw fault(contents, name, `${found} rows where ${rows} are expected`);
}

function validateKinds(contents: Contents, profile: Profile): void {
  const unknown = profile.mappings.kind.findIndex((kind) => kind >= mappingKinds.length);
  if (unknown >= 0) throw fault(contents, 'mappings.kind', `unknown kind in row ${unknown}`);
}

function columnOf<Kind extends ColumnKind>(
  contents: Contents,
  name: string,
  kind: Kind,
): ColumnOf[Kind] {
  const column = contents.columns.get(name);
  if (column === undefined) {
    throw malformed('directory', contents.directoryOffset, `there is no section ${name}`);
  }
  if (column.kind !== kind) throw fault(contents, name, `a ${column.kind} column, not ${kind}`);
  return column.data as ColumnOf[Kind];
}

function fault(contents: Contents, name: string, what: string): ToolError {
  return malformed(name, offsetOf(contents, name, 0), what);
}

/** Where in the file the row of a column stands: the block that holds it. */
function offsetOf(contents: Contents, name: string, row: number): number {
  const column: ReadColumn | undefined = contents.columns.get(name);
  let rest = row;
  for (const block of column?.blocks ?? []) {
    if (rest < block.rows) return block.offset;
    rest -= block.rows;
  }
  return contents.directoryOffset;
}

/** Validation speaks of rows; a reader of files wants to know where in the file. */
function located(contents: Contents, error: ToolError): ToolError {
  const column = /^profile (\S+) row$/.exec(error.section ?? '')?.[1];
  if (column === undefined) return error;
  const row = error.offset ?? 0;
  const what = error.message.slice(error.message.indexOf(': ') + 2);
  return malformed(column, offsetOf(contents, column, row), `row ${row}: ${what}`);
}
