import type { AssemblyAnswer } from '../../../explore/index.ts';

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
export function selectedInstruction(answer: AssemblyAnswer, address: number | null): number {
  if (address !== null) {
    const found = answer.address.indexOf(address);
    if (found >= 0) return found;
  }
  return hottestInstruction(answer);
}

function hottestInstruction({ length, self, total }: AssemblyAnswer): number {
  let best = length > 0 ? 0 : -1;
  for (let row = 1; row < length; row++) {
    const more = (self[row] as number) - (self[best] as number);
    if (more > 0 || (more === 0 && (total[row] as number) > (total[best] as number))) best = row;
  }
  return best;
}

/** An instruction counts as hot from this part of the hottest one's cost on. */
const hotPart = 0.1;

/** The next hot instruction before or after one, round and round. */
export function stepHotInstruction(
  { self, length }: AssemblyAnswer,
  from: number,
  direction: 1 | -1,
): number {
  const most = Math.max(...self, 0);
  for (let step = 1; step <= length; step++) {
    const row = (from + direction * step + length * 2) % length;
    if (most > 0 && (self[row] as number) >= most * hotPart) return row;
  }
  return from;
}
