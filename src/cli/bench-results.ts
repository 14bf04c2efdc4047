import type { BenchMeasured } from '../analysis/index.ts';
import { type Machine, unlikeMachines } from '../base/machine.ts';
import { ToolError } from '../base/tool-error.ts';
import { parseResults } from '../bench/index.ts';
import { readInputFile } from '../platform/input-file.ts';

/** Saved results; what is wrong with them names the file. */
export async function readResults(path: string): Promise<BenchMeasured> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of readInputFile(path)) text += decoder.decode(chunk, { stream: true });
  try {
    return parseResults(text + decoder.decode());
  } catch (error) {
    throw error instanceof ToolError ? error.inFile(path) : error;
  }
}

/** The machine that all of these were measured on, or in what those that are known differ. */
export function machinesOf(
  results: readonly BenchMeasured[],
): Pick<BenchMeasured, 'machine' | 'unlike'> {
  const known = results.flatMap(({ machine }): Machine[] =>
    machine === undefined ? [] : [machine],
  );
  const before = results.flatMap(({ unlike = [] }) => unlike);
  const unlike = [...new Set([...before, ...unlikeMachines(known)])];
  const [first] = known;
  const isOne = first !== undefined && unlike.length === 0 && known.length === results.length;
  return { ...(isOne && { machine: first }), ...(unlike.length > 0 && { unlike }) };
}
