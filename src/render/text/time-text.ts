/** A moment as `2026-11-15 09:15:27 UTC`: the same text on every machine. */
export function momentText(epochNs: bigint): string {
  return `${dateAndTime(epochNs)} UTC`;
}

/** The moment to the nanosecond, in the notation of Go's time.Time. */
export function exactMomentText(epochNs: bigint): string {
  const nanoseconds = String(((epochNs % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n);
  const fraction = nanoseconds.padStart(9, '0').replace(/0+$/, '');
  return `${dateAndTime(epochNs)}${fraction === '' ? '' : `.${fraction}`} +0000 UTC`;
}

function dateAndTime(epochNs: bigint): string {
  const date = new Date(Number(epochNs / 1_000_000n));
  if (Number.isNaN(date.getTime())) return `${epochNs}ns`;
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

/** A span in the notation of Go's time.Duration: `1m30.5s`, `250ms`. */
export function durationText(ns: number): string {
  if (ns === 0) return '0s';
  const sign = ns < 0 ? '-' : '';
  const size = Math.abs(ns);
  if (size < 1e3) return `${sign}${size}ns`;
  if (size < 1e6) return `${sign}${decimal(size, 1e3)}µs`;
  if (size < 1e9) return `${sign}${decimal(size, 1e6)}ms`;
  const minutes = Math.floor(size / 60e9);
  const seconds = `${decimal(size - minutes * 60e9, 1e9)}s`;
  if (minutes === 0) return `${sign}${seconds}`;
  const hours = Math.floor(minutes / 60);
  return `${sign}${hours === 0 ? '' : `${hours}h`}${minutes - hours * 60}m${seconds}`;
}

function decimal(ns: number, unit: number): string {
  const whole = Math.floor(ns / unit);
  const rest = String(Math.round(ns - whole * unit)).padStart(String(unit).length - 1, '0');
  const fraction = rest.replace(/0+$/, '');
  return fraction === '' ? String(whole) : `${whole}.${fraction}`;
}
