const nsOf: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  '': 1e9,
  s: 1e9,
  m: 60e9,
  min: 60e9,
  h: 3600e9,
};

/** `10`, `1.5s`, `500ms`, `2min` as nanoseconds: a plain number is seconds. Undefined = no time. */
export function findTimeNs(text: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d*)?|\.\d+)\s*([a-zµ]*)$/.exec(text.trim()) ?? [];
  const factor = Object.hasOwn(nsOf, unit) ? nsOf[unit] : undefined;
  return digits === '' || factor === undefined ? undefined : Number(digits) * factor;
}
