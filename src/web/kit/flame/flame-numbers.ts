import { formatCount, formatQuantity, formatShare } from '../../../render/flame-svg/quantity.ts';

const narrowSpace = '\u202f';

/** `33.8 %`, with a space that never breaks. */
export function shareText(share: number): string {
  return formatShare(share).replace(' ', narrowSpace);
}

export function countText(count: number): string {
  return formatCount(count).replaceAll(',', narrowSpace);
}

/** A value with its unit; of a count nothing but the number. */
export function valueText(value: number, unit: string): string {
  return formatQuantity(value, unit).replaceAll(',', narrowSpace).replaceAll(' ', narrowSpace);
}

export function samplesText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'sample' : 'samples'}`;
}
