import {
  formatCount as plainCount,
  formatQuantity as plainQuantity,
  formatShare as plainShare,
  signed,
} from '../../base/quantity.ts';

/** Narrow no-break space: between a number and its unit, and between groups of digits. */
export const narrowSpace = '\u202f';
const trueMinus = '\u2212';
/** What stands for nothing in trees and differences. */
export const nothing = '–';

/** `23 290`: counts are written in full. */
export function formatCount(value: number): string {
  return typeset(plainCount(value));
}

/** Three significant digits and a unit a person reads: `7.90 s`, `91.3 ms`, `285 MiB`. */
export function formatValue(value: number, unit: string): string {
  return typeset(plainQuantity(value, unit));
}

/** `33.8 %`; `<0.1 %` below 0.05 %, `100 %` only when whole. */
export function formatShare(share: number): string {
  return typeset(plainShare(share));
}

/** `–` instead of nothing, as trees and differences write it. */
export function formatShareOrNothing(share: number): string {
  return share === 0 || !Number.isFinite(share) ? nothing : formatShare(share);
}

/** A change of a value, signed: `+1.20 s`, `−31.0 ms`; nothing is `–`. */
export function formatChange(change: number, unit: string): string {
  return change === 0 ? nothing : typeset(signed(plainQuantity(Math.abs(change), unit), change));
}

/** `0.08 ×`; without a base there is none. */
export function formatRatio(base: number, now: number): string {
  if (base === 0) return nothing;
  const ratio = now / base;
  const digits = ratio >= 100 ? 0 : ratio >= 10 ? 1 : 2;
  return typeset(`${ratio.toFixed(digits)} ×`);
}

/** `7 879 samples`, `1 sample`. */
export function formatCounted(value: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(value)}${narrowSpace}${value === 1 ? one : many}`;
}

function typeset(text: string): string {
  return text.replace(/[ ,]/g, narrowSpace).replace(/-(?=[\d.])/g, trueMinus);
}
