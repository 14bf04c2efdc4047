import { counted, formatCount, formatQuantity, formatShare, signed } from '../../base/quantity.ts';
import { type FlamePicture, shareOf } from './picture.ts';

/** A value with its unit: `1,234 samples`, `7.90 s`. */
export function valueText(picture: FlamePicture, value: number): string {
  const { unit, countName } = picture.facts;
  return unit === 'count' || unit === ''
    ? counted(value, countName.replace(/s$/, ''), countName)
    : formatQuantity(value, unit);
}

/** What all of it is: `1,234 samples`; of a difference `5.51 s → 2.41 s`. */
export function wholeText(picture: FlamePicture): string {
  const now = valueText(picture, picture.value[0] as number);
  return picture.base === null ? now : `${valueOnly(picture, picture.base[0] as number)} → ${now}`;
}

/** The text alternative of a frame: `read (1,234 samples, 12.3 %)`. */
export function describeFrame(picture: FlamePicture, frame: number): string {
  return `${nameOf(picture, frame)} (${numbersOf(picture, frame)})`;
}

export function nameOf(picture: FlamePicture, frame: number): string {
  const key = picture.key[frame] as number;
  return key < 0 ? `${counted(-key, 'frame')} too narrow to keep` : (picture.names[key] ?? '');
}

/** Value, share and, where they differ, samples and change. */
export function numbersOf(picture: FlamePicture, frame: number): string {
  const value = picture.value[frame] as number;
  const parts = [valueText(picture, value), formatShare(shareOf(picture, frame))];
  if (picture.samples !== null) parts.push(counted(picture.samples[frame] as number, 'sample'));
  if (picture.base !== null) parts.push(changeText(picture, picture.base[frame] as number, value));
  return parts.join(', ');
}

/** `+23 (+12.3 %) from 187`; new and gone in words. */
function changeText(picture: FlamePicture, base: number, value: number): string {
  if (base === value) return 'unchanged';
  if (base === 0) return 'new';
  const change = signedValue(picture, value - base);
  if (value === 0) return `gone, ${change}`;
  const ratio = (value - base) / base;
  const percent = signed(`${Math.abs(ratio * 100).toFixed(1)} %`, ratio);
  return `${change} (${percent}) from ${valueOnly(picture, base)}`;
}

export function signedValue(picture: FlamePicture, change: number): string {
  return signed(valueOnly(picture, Math.abs(change)), change);
}

function valueOnly(picture: FlamePicture, value: number): string {
  const { unit } = picture.facts;
  return unit === 'count' || unit === '' ? formatCount(value) : formatQuantity(value, unit);
}

/** A block of siblings that are too narrow at this zoom. */
export function describeBlock(picture: FlamePicture, first: number, joined: number): string {
  let value = 0;
  let frames = 0;
  let frame = first;
  for (let i = 0; i < joined; i++) {
    const key = picture.key[frame] as number;
    value += picture.value[frame] as number;
    frames += key < 0 ? -key : 1;
    frame = picture.subtreeEnd[frame] as number;
  }
  const whole = Math.max(picture.value[0] as number, picture.base?.[0] ?? 0, Number.MIN_VALUE);
  const numbers = `${valueText(picture, value)}, ${formatShare(value / whole)}`;
  return `${counted(frames, 'small frame')} (${numbers})`;
}
