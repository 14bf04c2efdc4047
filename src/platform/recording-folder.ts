import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A recording of `perf record --threads`: a header with what perf itself wrote, and files of records. */
export interface RecordingFolder {
  readonly data: string;
  /** `data.0`, `data.1` … in this order. */
  readonly parts: readonly string[];
}

const partName = /^data\.(\d+)$/;

/** Undefined when the path is no such folder. */
export function findRecordingFolder(path: string): RecordingFolder | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const names = readdirSync(path);
  if (!names.includes('data')) return undefined;
  const numbers = names.flatMap((name) => partName.exec(name)?.[1] ?? []).map(Number);
  numbers.sort((a, b) => a - b);
  return {
    data: join(path, 'data'),
    parts: numbers.map((number) => join(path, `data.${number}`)),
  };
}
