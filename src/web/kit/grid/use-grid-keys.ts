import { useRef, useState } from 'preact/hooks';
import { nextSort, type PlacedColumn } from './column.ts';
import { findMove, findRowByText } from './grid-move.ts';
import type { DataGridProps } from './grid-props.ts';

export interface GridKeys {
  /** The header that the keys are at; -1 = they are in the rows. */
  readonly headerAt: number;
  /** What is being found; null = nothing is. */
  readonly finding: string | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly leave: () => void;
}

interface KeyContext {
  readonly props: DataGridProps;
  readonly columns: readonly PlacedColumn[];
  readonly pageRows: number;
  readonly onResize: (column: string, widthPx: number | null) => void;
}

/** After this pause letters are commands again. */
const findPauseMs = 2000;
const resizeStepPx = 16;

/**
 * Keys inside a grid: arrows move between rows and, above the first one, between headers; `'` and
 * letters find a row (letters alone are commands of the page).
 */
export function useGridKeys({ props, columns, pageRows, onResize }: KeyContext): GridKeys {
  const [headerAt, setHeaderAt] = useState(-1);
  const { selectedRow, rowCount, onSelect } = props;
  const { finding, find, onFindKey } = useRowFind(props);
  const onHeaderKey = (event: KeyboardEvent): boolean => {
    const column = columns[headerAt];
    const step = event.key === 'ArrowLeft' ? -1 : 1;
    switch (event.key) {
      case 'ArrowLeft':
      case 'ArrowRight':
        if (event.shiftKey && column !== undefined) {
          onResize(column.id, Math.max(32, column.widthPx + step * resizeStepPx));
        } else setHeaderAt(Math.max(0, Math.min(columns.length - 1, headerAt + step)));
        return true;
      case 'Enter':
      case ' ':
        if (column?.sort !== undefined) props.onSort?.(nextSort(column, props.sort ?? ''));
        return true;
      case 'ArrowDown':
      case 'Escape':
        setHeaderAt(-1);
        return true;
      default:
        return false;
    }
  };
  const onRowKey = (event: KeyboardEvent): boolean => {
    const { key } = event;
    if (props.onKey?.(event, selectedRow) === true) return true;
    if (event.altKey || event.metaKey) return false;
    if (event.ctrlKey) return key === 'c' && copyRow(props);
    if (key === "'" && props.rowText !== undefined) find('', selectedRow);
    else if (key === 'Enter' && props.onActivate !== undefined && selectedRow >= 0) {
      props.onActivate(selectedRow);
    } else if (key === 'ArrowUp' && selectedRow <= 0 && props.onSort !== undefined) {
      setHeaderAt(Math.max(0, sortedColumn(columns, props.sort ?? '')));
    } else if (event.shiftKey || rowCount === 0) return false;
    else {
      const row = findMove(key, selectedRow, rowCount, pageRows);
      if (row === undefined) return false;
      onSelect(row);
    }
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isHandled =
      finding !== null
        ? onFindKey(event, finding)
        : headerAt >= 0
          ? onHeaderKey(event)
          : onRowKey(event);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    headerAt,
    finding,
    onKeyDown,
    leave: () => {
      setHeaderAt(-1);
      find(null, 0);
    },
  };
}

interface RowFind {
  readonly finding: string | null;
  readonly find: (text: string | null, from: number) => void;
  readonly onFindKey: (event: KeyboardEvent, text: string) => boolean;
}

/** Moves to the next row with the letters that were typed, until a pause. */
function useRowFind({ rowCount, rowText, selectedRow, onSelect }: DataGridProps): RowFind {
  const [finding, setFinding] = useState<string | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const find = (text: string | null, from: number): void => {
    clearTimeout(pause.current);
    if (text !== null) pause.current = setTimeout(() => setFinding(null), findPauseMs);
    setFinding(text);
    if (text === null || text === '' || rowCount === 0 || rowText === undefined) return;
    const row = findRowByText(text, from, rowCount, rowText);
    if (row >= 0) onSelect(row);
  };
  const onFindKey = (event: KeyboardEvent, text: string): boolean => {
    const { key } = event;
    if (key === 'Escape' || key === 'Enter') find(null, 0);
    else if (key === 'Backspace') find(text.slice(0, -1), selectedRow);
    else if (key === 'ArrowDown' || key === "'") find(text, selectedRow + 1);
    else if (key.length === 1 && !event.ctrlKey && !event.metaKey) find(text + key, selectedRow);
    else return false;
    return true;
  };
  return { finding, find, onFindKey };
}

function sortedColumn(columns: readonly PlacedColumn[], sort: string): number {
  return columns.findIndex(({ id }) => id === sort || `${id}-` === sort);
}

/** Leaves the key to the browser while text is selected. */
function copyRow({ rowText, selectedRow }: DataGridProps): boolean {
  if (rowText === undefined || selectedRow < 0) return false;
  if ((getSelection()?.toString() ?? '') !== '') return false;
  void navigator.clipboard?.writeText(rowText(selectedRow));
  return true;
}
