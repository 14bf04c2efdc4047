/**
 * Rules are single integers, so that they fit the frame table. The low three bits say which kind;
 * the others belong to the machine (`x86-64/rule.ts`, `aarch64/rule.ts`).
 */
export const rules = {
  /** CFA from the stack pointer. */
  stackPointer: 0,
  /** CFA from the frame pointer. */
  framePointer: 1,
  /** Does not fit an integer: the row is worked out again each time. */
  slow: 2,
  /** The outermost frame. */
  end: 3,
  noCfi: 4,
  noMap: 5,
} as const;
