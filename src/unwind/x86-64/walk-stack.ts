import { hasExactKeys, probe } from '../frame-table.ts';
import type { Walk } from '../walk.ts';
import { offsetShift, slotMask, slotShift } from './rule.ts';

/**
 * The hot loop: one probe of the frame table, then int32 arithmetic on positions; see the folder's
 * README. Everything rare is a call, so that this function stays small and is compiled once. Table
 * and state are copied into variables, and read again after each call that may change them.
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
    const cfa = ((rule & 1) === 0 ? sp : fp) + ((rule >>> offsetShift) << 3);
    if (cfa > limit || cfa <= sp) {
      walk.endAtFrame(depth, cfa);
      return;
    }
    const slot = (rule >>> slotShift) & slotMask;
    const saved = cfa - (slot << 3);
    // Below sp it was popped already (epilogues say nothing of that): rbp has its value back.
    if (slot !== 0 && saved >= sp) {
      const word = stackAt + (saved >> 2);
      fp = memory.position(words[word] as number, words[word + 1] as number);
    }
    cfas[depth - 1] = cfa;
    low = words[stackAt + (cfa >> 2) - 2] as number;
    high = words[stackAt + (cfa >> 2) - 1] as number;
    sp = cfa;
    if (high >>> 16 !== 0 || (low | high) === 0 || depth >= maxFrames) {
      walk.endAtReturn(depth, low, high);
      return;
    }
    if (low === 0) high--;
    low = (low - 1) | 0;
    interrupted = false;
  }
}
