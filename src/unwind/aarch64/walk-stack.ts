import { hasExactKeys, probe } from '../frame-table.ts';
import { badPosition } from '../sample-memory.ts';
import type { Walk } from '../walk.ts';
import { offsetShift, returnShift, slotMask, slotShift } from './rule.ts';

/** The high half of an address of 48 bits; above are the signature of a return address and tags. */
export function addressHigh(high: number): number {
  return high & 0xffff;
}

/**
 * The hot loop, as in `x86-64/walk-stack.ts`. The return address has a slot of its own, or is still in
 * the link register of an interrupted frame.
 */
export function walkStack(walk: Walk): void {
  const { memory, table, frames, cfas, maxFrames, space } = walk;
  const { words, stackAt, limit } = memory;
  const spaceKey = space << 16;
  const isExact = hasExactKeys(space);
  let { entries, mask } = table;
  let { low, high, sp, fp, depth, interrupted } = walk;
  for (;;) {
    let at = probe(entries, mask, low, high | spaceKey);
    if ((entries[at + 2] as number) < 0 || !isExact) {
      at = table.entry(low, high, space);
      ({ entries, mask } = table);
    }
    frames[depth++] = entries[at + 2] as number;
    let rule = entries[at + 3] as number;
    if (rule === -1) rule = walk.makeRule(at);
    if ((rule & 7) > 1) {
      walk.low = low;
      walk.high = high;
      walk.sp = sp;
      walk.fp = fp;
      walk.interrupted = interrupted;
      walk.depth = depth;
      if (!walk.coldStep(rule)) return;
      ({ low, high, sp, fp, depth, interrupted } = walk);
      ({ entries, mask } = table);
      continue;
    }
    const cfa = ((rule & 1) === 0 ? sp : fp) + ((rule >>> offsetShift) << 4);
    const returnSlot = (rule >>> returnShift) & slotMask;
    const returnAt = returnSlot === 0 ? badPosition : cfa - (returnSlot << 3);
    // Not saved yet, or popped already: a frame that was interrupted has it in the link register.
    const isInLink = returnAt < sp;
    if (cfa > limit || cfa < sp || (isInLink && !interrupted)) {
      walk.endAtFrame(depth, cfa);
      return;
    }
    const slot = (rule >>> slotShift) & slotMask;
    const saved = cfa - (slot << 3);
    if (slot !== 0 && saved >= sp) {
      const word = stackAt + (saved >> 2);
      fp = memory.position(words[word] as number, words[word + 1] as number);
    }
    cfas[depth - 1] = cfa;
    low = isInLink ? walk.linkLow : (words[stackAt + (returnAt >> 2)] as number);
    high = addressHigh(isInLink ? walk.linkHigh : (words[stackAt + (returnAt >> 2) + 1] as number));
    sp = cfa;
    if ((low | high) === 0 || depth >= maxFrames) {
      walk.endAtReturn(depth, low, high);
      return;
    }
    if (low === 0) high--;
    low = (low - 1) | 0;
    interrupted = false;
  }
}
