/** How far a grid is scrolled, over rows that may be higher than any element can be. */
export interface RowSpace {
  readonly rowCount: number;
  readonly rowHeight: number;
  /** Height of the part that shows rows. */
  readonly viewHeight: number;
  /** The highest element the browser lays out. */
  readonly heightLimit: number;
}

/** Where every browser still lays out exactly; beyond it the limit is measured. */
export const safeHeight = 10_000_000;

function fullHeight({ rowCount, rowHeight }: RowSpace): number {
  return rowCount * rowHeight;
}

/** The height of the element that is scrolled. */
export function scrolledHeight(space: RowSpace): number {
  return Math.min(fullHeight(space), space.heightLimit);
}

export function largestTop(space: RowSpace): number {
  return Math.max(0, fullHeight(space) - space.viewHeight);
}

/** Rows' pixels per scrolled pixel: 1 unless the rows are higher than the limit. */
export function scrollRatio(space: RowSpace): number {
  const reach = scrolledHeight(space) - space.viewHeight;
  return isScaled(space) && reach > 0 ? largestTop(space) / reach : 1;
}

export function isScaled(space: RowSpace): boolean {
  return fullHeight(space) > space.heightLimit;
}

export function clampTop(space: RowSpace, top: number): number {
  return Math.max(0, Math.min(top, largestTop(space)));
}

/** The top that shows a row whole, moving as little as possible. */
export function topShowing(space: RowSpace, top: number, row: number): number {
  const start = row * space.rowHeight;
  if (start < top) return start;
  const end = start + space.rowHeight;
  return end > top + space.viewHeight ? clampTop(space, end - space.viewHeight) : top;
}

/** Rows that are in view at least in part; the end is not included. */
export function rowsInView(
  space: RowSpace,
  top: number,
): { readonly first: number; readonly end: number } {
  const first = Math.max(0, Math.floor(top / space.rowHeight));
  const end = Math.ceil((top + space.viewHeight) / space.rowHeight);
  return { first, end: Math.min(space.rowCount, Math.max(first, end)) };
}
