import { safeLine } from '../../base/terminal-text.ts';
import { elideMiddle } from '../../base/text-layout.ts';

/** How a text report may look: plain in files and pipes, coloured and fitted on a terminal. */
export interface TextStyle {
  dim(text: string): string;
  bold(text: string): string;
  /** Columns to fit names into; Infinity = never shorten. */
  readonly columns: number;
}

export const plainStyle: TextStyle = {
  dim: (text) => text,
  bold: (text) => text,
  columns: Number.POSITIVE_INFINITY,
};

/** Rows that take at least this share of the total stand out. */
const hotShare = 0.05;

/** The text, emphasized when its value is a large part of the total. */
export function emphasized(text: string, style: TextStyle, share: number): string {
  return Math.abs(share) >= hotShare ? style.bold(text) : text;
}

/** Names shorter than this are not worth the ellipsis, however narrow the terminal. */
const leastNameWidth = 24;

/** A name from a profile, harmless and no wider than what `used` columns leave. */
export function shownName(name: string, style: TextStyle, used: number): string {
  const safe = safeLine(name);
  if (style.columns === Number.POSITIVE_INFINITY) return safe;
  return elideMiddle(safe, Math.max(leastNameWidth, style.columns - used));
}
