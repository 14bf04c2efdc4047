/** One column of a grid, as a view describes it. */
export interface GridColumn {
  readonly id: string;
  readonly title: string;
  /** Pixels. Without it the column takes what the others leave (one column of a grid does). */
  readonly width?: number;
  readonly align?: 'start' | 'end';
  /** The direction of the first click on the header; without it the column does not sort. */
  readonly sort?: 'ascending' | 'descending';
  /** Grids narrower than this leave the column out. */
  readonly minimumGridWidth?: number;
  /** Explains the column. */
  readonly tip?: string;
  /** The cell that names its row. */
  readonly isRowHeader?: boolean;
}

/** A column that is shown, with the width it got. */
export interface PlacedColumn extends GridColumn {
  readonly widthPx: number;
}

/** A name in less room than this says nothing. */
const leastFlexible = 140;
const leastWidth = 32;

/** Which columns a grid of a width shows, and how wide each is. `resized` is what the user dragged. */
export function placeColumns(
  columns: readonly GridColumn[],
  gridWidth: number,
  resized: ReadonlyMap<string, number>,
): PlacedColumn[] {
  const fixedWidth = ({ id, width }: GridColumn): number | undefined => resized.get(id) ?? width;
  const shown = shownColumns(columns, gridWidth);
  const taken = shown.reduce((sum, column) => sum + (fixedWidth(column) ?? 0), 0);
  const flexible = shown.filter((column) => fixedWidth(column) === undefined).length;
  const left = flexible === 0 ? 0 : Math.floor((gridWidth - taken) / flexible);
  return shown.map((column) => ({
    ...column,
    widthPx: Math.max(leastWidth, fixedWidth(column) ?? Math.max(leastFlexible, left)),
  }));
}

/** Those that the grid is wide enough for; where it is not for all, the ones that can be left out go first. */
function shownColumns(columns: readonly GridColumn[], gridWidth: number): readonly GridColumn[] {
  let shown = columns.filter(({ minimumGridWidth = 0 }) => gridWidth >= minimumGridWidth);
  const needed = (): number => shown.reduce((sum, { width = leastFlexible }) => sum + width, 0);
  const optional = shown
    .filter(({ minimumGridWidth }) => minimumGridWidth !== undefined)
    .toSorted((a, b) => (b.minimumGridWidth ?? 0) - (a.minimumGridWidth ?? 0));
  for (const column of optional) {
    if (needed() <= gridWidth) break;
    shown = shown.filter((each) => each !== column);
  }
  return shown;
}

/** The sort after a click on a header: the column's own direction first, then the other one. */
export function nextSort(column: GridColumn, current: string): string {
  const isFirst = current !== column.id && current !== `${column.id}-`;
  const isDescending = isFirst ? column.sort === 'descending' : current === column.id;
  return isDescending ? `${column.id}-` : column.id;
}

export function sortDirection(
  column: GridColumn,
  current: string,
): 'ascending' | 'descending' | 'none' {
  if (current === column.id) return 'ascending';
  return current === `${column.id}-` ? 'descending' : 'none';
}
