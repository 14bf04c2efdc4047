/**
 * Why a stack ends where it does.
 * - `complete`: the outermost function says so, or its return address is 0.
 * - `cut`: the caller lies beyond the bytes that were copied.
 * - `no-cfi`: code without unwind information, and no plausible frame pointer either.
 * - `no-map`: the sampled instruction itself is in no known mapping.
 * - `bad-return`: what should be a return address is in no executable mapping.
 * - `no-progress`: the caller's frame would not be above its callee's.
 * - `too-deep`: more frames than the limit.
 * - `no-registers`: the sample has no instruction or stack pointer.
 */
export type UnwindEnd =
  | 'complete'
  | 'cut'
  | 'no-cfi'
  | 'no-map'
  | 'bad-return'
  | 'no-progress'
  | 'too-deep'
  | 'no-registers';
