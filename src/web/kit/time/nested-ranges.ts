import type { TimeRange } from '../../../explore/index.ts';

// The last range is what is selected; the one before it is the window that is shown. Zooming into a
// selection puts it there twice: then all that is shown is selected, until a drag says otherwise.

export function sameRange(
  a: TimeRange | null | undefined,
  b: TimeRange | null | undefined,
): boolean {
  return a?.startNs === b?.startNs && a?.endNs === b?.endNs;
}

/** What the strip and the timeline show. */
export function windowOf(ranges: readonly TimeRange[], extent: TimeRange): TimeRange {
  return ranges.at(-2) ?? extent;
}

/** The selected part of what is shown; null = all of it. */
export function selectionOf(ranges: readonly TimeRange[], extent: TimeRange): TimeRange | null {
  const last = ranges.at(-1);
  if (last === undefined || sameRange(last, windowOf(ranges, extent))) return null;
  return last;
}

/** The ranges with another selection in the same window. */
export function withSelection(
  ranges: readonly TimeRange[],
  selection: TimeRange | null,
): readonly TimeRange[] {
  const outer = ranges.slice(0, -1);
  if (selection !== null) return [...outer, selection];
  const window = outer.at(-1);
  return window === undefined ? [] : [...outer, window];
}

/** The selection becomes the window; the same list where nothing is selected. */
export function zoomedIn(ranges: readonly TimeRange[], extent: TimeRange): readonly TimeRange[] {
  const selection = selectionOf(ranges, extent);
  return selection === null ? ranges : [...ranges, selection];
}

/** The window becomes the selection of the one around it. */
export function zoomedOut(ranges: readonly TimeRange[]): readonly TimeRange[] {
  return ranges.slice(0, -1);
}

/** The part of a range that lies in a window, made at least `leastNs` long. */
export function clampRange(range: TimeRange, window: TimeRange, leastNs = 1): TimeRange {
  const startNs = Math.min(Math.max(range.startNs, window.startNs), window.endNs);
  const endNs = Math.max(startNs, Math.min(range.endNs, window.endNs));
  if (endNs - startNs >= leastNs) return { startNs, endNs };
  const from = Math.max(window.startNs, Math.min(startNs, window.endNs - leastNs));
  return { startNs: from, endNs: Math.min(window.endNs, from + leastNs) };
}

/** A window moved by `byNs` inside its limits, keeping its length. */
export function movedBy(window: TimeRange, byNs: number, limits: TimeRange): TimeRange {
  const length = window.endNs - window.startNs;
  const startNs = Math.min(
    Math.max(window.startNs + byNs, limits.startNs),
    Math.max(limits.startNs, limits.endNs - length),
  );
  return { startNs, endNs: Math.min(limits.endNs, startNs + length) };
}

/** A window `factor` times as long, with `atNs` staying where it is. */
export function scaledAt(
  window: TimeRange,
  factor: number,
  atNs: number,
  limits: TimeRange,
): TimeRange {
  // Deeper than a few nanoseconds there is nothing to see.
  const length = Math.max(20, (window.endNs - window.startNs) * factor);
  if (length >= limits.endNs - limits.startNs) return limits;
  const share = (atNs - window.startNs) / (window.endNs - window.startNs);
  return movedBy({ startNs: atNs - share * length, endNs: atNs + (1 - share) * length }, 0, limits);
}
