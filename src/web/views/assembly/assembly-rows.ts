import type { AssemblyAnswer, ComparedAssembly } from '../../../explore/index.ts';
import { hotPart } from '../../kit/code/hot-part.ts';

export type ShownAssembly = AssemblyAnswer | ComparedAssembly;

/** The base's costs where both sides run the same code; null = costs are of one side. */
export function changedFrom(answer: ShownAssembly): ComparedAssembly['base'] {
  return 'base' in answer ? answer.base : null;
}

/** A row of the table: an instruction, or a line of source above those that come from it. */
export interface AssemblyRow {
  /** Row of the answer; of a line of source, the instruction below it. */
  readonly instruction: number;
  /** Row of `answer.places`; -1 = it is an instruction. */
  readonly place: number;
}

/** Instructions, with a line of source before each change of place that samples tell of. */
export function assemblyRows(answer: AssemblyAnswer, hasSourceLines: boolean): AssemblyRow[] {
  const rows: AssemblyRow[] = [];
  let last = -1;
  for (let instruction = 0; instruction < answer.length; instruction++) {
    const place = answer.place[instruction] as number;
    if (hasSourceLines && place >= 0 && !isSameLine(answer, place, last)) {
      rows.push({ instruction, place });
      last = place;
    }
    rows.push({ instruction, place: -1 });
  }
  return rows;
}

function isSameLine({ places }: AssemblyAnswer, a: number, b: number): boolean {
  return a === b || (places[a]?.file === places[b]?.file && places[a]?.line === places[b]?.line);
}

/** Where the selected address stands, else the costliest instruction. */
export function selectedInstruction(answer: ShownAssembly, address: number | null): number {
  if (address !== null) {
    const found = answer.address.indexOf(address);
    if (found >= 0) return found;
  }
  return hottestInstruction(answer);
}

/** What makes instructions worth looking at: their cost, of a comparison how much it changed. */
function heatOf(answer: ShownAssembly, of: 'self' | 'total'): Float64Array {
  const base = changedFrom(answer)?.[of];
  if (base === undefined) return answer[of];
  return answer[of].map((value, row) => Math.abs(value - (base[row] as number)));
}

function hottestInstruction(answer: ShownAssembly): number {
  const { length } = answer;
  const [self, total] = [heatOf(answer, 'self'), heatOf(answer, 'total')];
  let best = length > 0 ? 0 : -1;
  for (let row = 1; row < length; row++) {
    const more = (self[row] as number) - (self[best] as number);
    if (more > 0 || (more === 0 && (total[row] as number) > (total[best] as number))) best = row;
  }
  return best;
}

/** The next hot instruction before or after one, round and round. */
export function stepHotInstruction(answer: ShownAssembly, from: number, direction: 1 | -1): number {
  const { length } = answer;
  const self = heatOf(answer, 'self');
  const most = self.reduce((largest, value) => Math.max(largest, value), 0);
  for (let step = 1; step <= length; step++) {
    const row = (from + direction * step + length * 2) % length;
    if (most > 0 && (self[row] as number) >= most * hotPart) return row;
  }
  return from;
}
