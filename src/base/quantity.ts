/** `1,234,567`; fractions keep at most two digits. */
export function formatCount(value: number): string {
  const rounded = Math.abs(value) < 1e15 ? Math.round(value * 100) / 100 : value;
  const [whole = '', fraction] = String(rounded).split('.');
  const grouped = whole.includes('e') ? whole : whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Shares have one digit; what is not nothing never reads as nothing, nor less than all as all. */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent === 0 || !Number.isFinite(percent)) return '0 %';
  if (Math.abs(percent) < 0.05) return '<0.1 %';
  if (Math.abs(percent - 100) < 1e-9) return '100 %';
  if (percent > 99.9 && percent < 100) return '>99.9 %';
  return `${percent.toFixed(1)} %`;
}

/** Three significant digits and a unit a person reads: `7.90 s`, `91.3 ms`, `285 MiB`. */
export function formatQuantity(value: number, unit: string): string {
  if (unit === 'nanoseconds') return scaled(value, 1000, ['ns', 'µs', 'ms', 's']);
  if (unit === 'microseconds') return formatQuantity(value * 1000, 'nanoseconds');
  if (unit === 'milliseconds') return formatQuantity(value * 1e6, 'nanoseconds');
  if (unit === 'seconds') return formatQuantity(value * 1e9, 'nanoseconds');
  if (unit === 'bytes') return scaled(value, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB']);
  return unit === 'count' || unit === '' ? formatCount(value) : `${formatCount(value)} ${unit}`;
}

function scaled(value: number, base: number, units: readonly string[]): string {
  let step = 0;
  let rest = value;
  while (Math.abs(rest) >= base && step < units.length - 1) {
    rest /= base;
    step++;
  }
  const digits = step === 0 || Math.abs(rest) >= 100 ? 0 : Math.abs(rest) >= 10 ? 1 : 2;
  return `${rest.toFixed(digits)} ${units[step] ?? ''}`;
}

/** `+12` and `−3`, with a true minus. */
export function signed(text: string, value: number): string {
  return value < 0 ? `−${text.replace(/^-/, '')}` : `+${text}`;
}

/** `1 sample`, `2,000 samples`. */
export function counted(value: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** How likely chance alone makes such a difference: `p = 0.012`. */
export function formatPValue(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}
