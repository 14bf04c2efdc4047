import type { TimeRange } from '../../../explore/index.ts';

export interface Tick {
  readonly timeNs: number;
  readonly label: string;
}

const narrowSpace = '\u202f';
const units: readonly (readonly [ns: number, name: string])[] = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
];

/** A step of 1, 2 or 5 times a power of ten that is not below `leastNs`. */
export function niceStep(leastNs: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(leastNs, 1e-3)));
  const factor = [1, 2, 5, 10].find((each) => each * power >= leastNs * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Ticks of a window drawn `widthPx` wide, at least `apartPx` from each other. */
export function axisTicks(window: TimeRange, widthPx: number, apartPx = 84): Tick[] {
  const length = window.endNs - window.startNs;
  if (!(length > 0) || widthPx <= 0) return [];
  const step = niceStep((length * apartPx) / widthPx);
  const ticks: Tick[] = [];
  // Multiples of the step, not sums: errors must not add up.
  for (let at = Math.ceil(window.startNs / step - 1e-9); at * step < window.endNs; at++) {
    ticks.push({ timeNs: at * step, label: tickLabel(at * step, step, window.endNs) });
  }
  return ticks;
}

/** One unit for the whole axis, and the digits that tell two ticks apart. */
export function tickLabel(timeNs: number, stepNs: number, endNs: number): string {
  const [ns, name] = units.find(([unit]) => endNs >= unit) ?? [1, 'ns'];
  return `${grouped(timeNs / ns, decimals(stepNs / ns))}${narrowSpace}${name}`;
}

/** A point in time in seconds, exact to about a hundredth of what is looked at: `2.203 s`. */
export function formatTime(timeNs: number, lookedAtNs: number): string {
  return `${grouped(timeNs / 1e9, timeDecimals(lookedAtNs))}${narrowSpace}s`;
}

/** `2.20–3.40 s`, with digits enough to tell the ends apart. */
export function formatTimeSpan({ startNs, endNs }: TimeRange): string {
  const places = timeDecimals(endNs - startNs);
  const [from, to] = [grouped(startNs / 1e9, places), grouped(endNs / 1e9, places)];
  return `${from}–${to}${narrowSpace}s`;
}

function timeDecimals(lengthNs: number): number {
  return Math.min(9, Math.max(1, 2 + decimals(lengthNs / 1e9)));
}

/** Decimal places that a number of this size has its first digit in. */
function decimals(size: number): number {
  return size > 0 ? Math.max(0, -Math.floor(Math.log10(size) + 1e-9)) : 0;
}

/** Digits in groups of three on both sides of the point, a true minus. */
function grouped(value: number, places: number): string {
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(places).split('.');
  const sign = value < 0 && Number(Math.abs(value).toFixed(places)) !== 0 ? '\u2212' : '';
  const front = whole.replace(/\B(?=(\d{3})+$)/g, narrowSpace);
  const rear =
    fraction.length > 4 ? fraction.replace(/(\d{3})(?=\d)/g, `$1${narrowSpace}`) : fraction;
  return `${sign}${front}${rear === '' ? '' : `.${rear}`}`;
}

/** The clock on the wall at a time of the profile; '' when the profile does not know when it began. */
export function wallClock(startEpochNs: bigint, timeNs: number): string {
  if (startEpochNs === 0n) return '';
  const date = new Date(Number(startEpochNs / 1_000_000n) + timeNs / 1e6);
  if (Number.isNaN(date.getTime())) return '';
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${day} ${clock}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
