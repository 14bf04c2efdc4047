/** Steps of strength on each side of "the same". */
export const diffSteps = 8;

/** Strength by relative change: doubled or halved is half way, new or gone is the end. */
export function diffStep(base: number, now: number): number {
  const whole = Math.max(Math.abs(base), Math.abs(now));
  if (whole === 0) return 0;
  const step = Math.round(((now - base) / whole) * diffSteps);
  return Math.max(-diffSteps, Math.min(diffSteps, step));
}
