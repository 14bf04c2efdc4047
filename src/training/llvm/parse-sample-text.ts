import { malformed } from '../../base/tool-error.ts';
import type { WeightedFunction } from '../weighted-functions.ts';

/** `main:1200:3` at the start of a line begins a function. */
const header = /^([^ ]+):(\d+):(\d+)$/;
/** ` 3.1: 400 callee:12` and, for an inlined call, ` 3: callee:400`. */
const body = /^( +)(\d+(?:\.\d+)?): (?:(\d+)|([^ ]+):(\d+))(?: [^ ]+:\d+)*$/;
const deepest = 512;

/** Whether text begins like a sample profile of LLVM. */
export function isSampleText(head: Uint8Array): boolean {
  const [first = '', second = ''] = new TextDecoder().decode(head.subarray(0, 4096)).split('\n', 2);
  return header.test(first) && (second === '' || body.test(second) || header.test(second));
}

/**
 * Reads LLVM's text form of a sample profile as weights by function: places are lines with the inlined
 * calls that lead to them. What follows a count (call targets) only splits it and is left out.
 */
export function parseSampleText(bytes: Uint8Array): WeightedFunction[] {
  const functions: { key: string; name: string; weights: Map<string, number> }[] = [];
  const path: string[] = [];
  let offset = 0;
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    const begins = header.exec(line);
    const current = functions.at(-1);
    if (begins !== null) {
      const [, name = ''] = begins;
      functions.push({ key: name, name, weights: new Map() });
    } else if (line !== '' && !line.startsWith(' !')) {
      const [, indent = '', place = '', count, callee] = body.exec(line) ?? [];
      if (place === '' || current === undefined || indent.length > deepest) {
        throw malformed('sample profile', offset, 'neither a function nor a line of one');
      }
      path.length = Math.min(path.length, indent.length - 1);
      if (count === undefined) path.push(`${place} ${callee ?? ''}`);
      else {
        const key = [...path, place].join('\0');
        current.weights.set(key, (current.weights.get(key) ?? 0) + Number(count));
      }
    }
    offset += line.length + 1;
  }
  return functions;
}
