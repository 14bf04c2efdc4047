import type { ComponentChildren } from 'preact';
import type { GridColumn } from './column.ts';

/** The room a cell has for its content. */
export interface CellRoom {
  readonly widthPx: number;
  /** How many characters of the monospace type fit: what `FunctionName` asks for. */
  readonly characters: number;
}

/** Where a row stands in a tree. */
export interface TreePosition {
  /** From 1. */
  readonly level: number;
  /** null = a leaf. */
  readonly isOpen: boolean | null;
}

export interface DataGridProps {
  /** The accessible name. */
  readonly label: string;
  readonly rowCount: number;
  readonly columns: readonly GridColumn[];
  /** Give the same function while nothing changed: rows are drawn anew when it is another one. */
  readonly renderCell: (row: number, column: string, room: CellRoom) => ComponentChildren;
  /** `id` ascending, `id-` descending, '' none. */
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /** -1 = none. */
  readonly selectedRow: number;
  readonly onSelect: (row: number) => void;
  /** A click, where it does more than select; the keys then use `onActivate`. */
  readonly onPress?: (row: number) => void;
  /** Enter and double click. */
  readonly onActivate?: (row: number) => void;
  /** Right click, long press, menu key; in client pixels. */
  readonly onMenu?: (row: number, at: { readonly x: number; readonly y: number }) => void;
  readonly isMatch?: (row: number) => boolean;
  readonly isDim?: (row: number) => boolean;
  /** What Ctrl C copies and what `'` and letters find. */
  readonly rowText?: (row: number) => string;
  /** Looks at keys first; true = handled. */
  readonly onKey?: (event: KeyboardEvent, row: number) => boolean;
  /** Instead of rows when there are none. */
  readonly empty?: ComponentChildren;
  /** Rows of code are lower than those of tables. */
  readonly density?: 'row' | 'code-row';
  /** Short lists in cards do without (default true). */
  readonly hasHeader?: boolean;
}

export interface TreeGridProps extends DataGridProps {
  readonly treeOf: (row: number) => TreePosition;
  readonly onToggle: (row: number, open: boolean) => void;
  /** The row's caller; -1 = none. */
  readonly parentRow: (row: number) => number;
  /** `*` */
  readonly onOpenHeaviest?: (row: number) => void;
}
