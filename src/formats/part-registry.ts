import { foldedParts } from './folded/part.ts';
import type { PartFormat } from './format.ts';
import { perfScriptParts } from './perf-script/part.ts';

/**
 * The formats that are read in parts. Apart from `registry.ts`, because a thread that reads a part
 * loads this and nothing else of the other formats.
 */
export function findPartFormat(name: string): PartFormat | undefined {
  return [foldedParts, perfScriptParts].find((format) => format.name === name);
}
