import type { Granularity } from '../profile/index.ts';

/** Which facts of a frame keep two rows apart. */
export interface NodeParts {
  readonly name: boolean;
  readonly file: boolean;
  readonly line: boolean;
  readonly column: boolean;
  readonly address: boolean;
}

const nothing: NodeParts = { name: false, file: false, line: false, column: false, address: false };

const partsOf: Readonly<Record<Granularity, NodeParts>> = {
  functions: { ...nothing, name: true },
  filefunctions: { ...nothing, name: true, file: true },
  files: { ...nothing, file: true },
  lines: { ...nothing, name: true, file: true, line: true },
  addresses: { name: true, file: true, line: true, column: true, address: true },
  modules: nothing,
};

/** Columns count among addresses, and among lines only when asked for. */
export function nodeParts(granularity: Granularity, showColumns: boolean): NodeParts {
  const parts = partsOf[granularity];
  return { ...parts, column: parts.column || (parts.line && showColumns) };
}
