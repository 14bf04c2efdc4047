import { formatChange, formatRatio, formatValue, nothing } from '../quantity.ts';

/** How new stands to base: `0.33 ×`, `new`, `gone`, `same`. */
export function changeWord(base: number, now: number): string {
  if (base === now) return base === 0 ? nothing : 'same';
  if (base === 0) return 'new';
  return now === 0 ? 'gone' : formatRatio(base, now);
}

/** Both sides and the change, for tips and those who listen: `3 000 → 1 000, −2 000 (0.33 ×)`. */
export function changeSentence(base: number, now: number, unit: string): string {
  const both = `${formatValue(base, unit)} → ${formatValue(now, unit)}`;
  if (base === now) return `${both}, unchanged`;
  return `${both}, ${formatChange(now - base, unit)} (${changeWord(base, now)})`;
}
