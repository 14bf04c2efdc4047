import type { CSSProperties, JSX } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type PlacedColumn, placeColumns } from './column.ts';
import { GridHeader } from './grid-header.tsx';
import type { DataGridProps, TreeGridProps } from './grid-props.ts';
import { GridRow, noPosition } from './grid-row.tsx';
import { readWidths, writeWidths } from './kept-widths.ts';
import { rowsInView, scrolledHeight } from './row-window.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { headerHeight, useGridSize } from './use-grid-size.ts';
import { type RowScroll, useRowScroll } from './use-row-scroll.ts';
import './grid.css';

/** A table of any number of rows: only those in view are elements, and elements are used again. */
export function DataGrid(props: DataGridProps): JSX.Element {
  return <VirtualGrid {...props} />;
}

interface VirtualGridProps extends DataGridProps {
  readonly treeOf?: TreeGridProps['treeOf'];
  readonly onToggle?: TreeGridProps['onToggle'];
}

/** The machinery of `DataGrid` and `TreeGrid`. */
export function VirtualGrid(props: VirtualGridProps): JSX.Element {
  const { rowCount, selectedRow, density = 'row', hasHeader = true } = props;
  const headerPx = hasHeader ? headerHeight : 0;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const size = useGridSize(scroller, density);
  const scroll = useRowScroll(scroller, rowCount, size, headerPx);
  const { columns, onResize } = useColumns(props, size.width);
  const pageRows = Math.floor(scroll.space.viewHeight / size.rowHeight);
  const keys = useGridKeys({ props, columns, pageRows, onResize });
  const isMeasured = size.height > 0;
  useLayoutEffect(() => {
    if (isMeasured && selectedRow >= 0 && selectedRow < rowCount) scroll.showRow(selectedRow);
  }, [selectedRow, isMeasured]);
  const rowId = selectedRow < 0 ? null : `${id}-${selectedRow}`;
  const activeId = keys.headerAt >= 0 ? `${id}-h${keys.headerAt}` : rowId;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: either role is interactive
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support them
    <div
      ref={root}
      class="grid"
      role={props.treeOf === undefined ? 'grid' : 'treegrid'}
      aria-label={props.label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length}
      {...(activeId === null ? {} : { 'aria-activedescendant': activeId })}
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      onBlur={keys.leave}
      {...pointerHandlers(props, root)}
    >
      <div class="grid-scroll" ref={scroller} onScroll={scroll.onScroll} tabIndex={-1}>
        <div class="grid-space" style={spaceStyle(scroll, columns, headerPx)}>
          {hasHeader ? (
            <GridHeader
              id={id}
              columns={columns}
              sort={props.sort ?? ''}
              active={keys.headerAt}
              onSort={(sort) => props.onSort?.(sort)}
              onResize={onResize}
            />
          ) : null}
          <Rows
            {...props}
            id={id}
            scroll={scroll}
            placed={columns}
            characterPx={size.characterPx}
          />
        </div>
      </div>
      {rowCount === 0 && props.empty !== undefined ? (
        <div class="grid-empty">{props.empty}</div>
      ) : null}
      {keys.finding === null ? null : (
        <div class="grid-find" role="status">
          Find: {keys.finding}
        </div>
      )}
    </div>
  );
}

interface Columns {
  readonly columns: readonly PlacedColumn[];
  /** null = its own width again. */
  readonly onResize: (column: string, widthPx: number | null) => void;
}

/** The columns that fit, as wide as the reader has made them. */
function useColumns({ label, columns: all }: VirtualGridProps, width: number): Columns {
  const [resized, setResized] = useState(() => readWidths(label));
  const columns = useMemo(() => placeColumns(all, width, resized), [all, width, resized]);
  const onResize: Columns['onResize'] = (column, widthPx) =>
    setResized((now) => {
      const next = new Map(now);
      if (widthPx === null) next.delete(column);
      else next.set(column, widthPx);
      writeWidths(label, next);
      return next;
    });
  return { columns, onResize };
}

interface RowsProps extends VirtualGridProps {
  readonly id: string;
  readonly scroll: RowScroll;
  readonly placed: readonly PlacedColumn[];
  readonly characterPx: number;
}

/** Transforms stay small numbers: browsers keep them with 24 bits. */
const rowsPerBase = 1024;

/**
 * The pane stays where it is and its rows move under it, so that fast scrolling never shows a part
 * that has no rows yet. A row keeps its element while it is in view; one that leaves lends it to the
 * one that comes in.
 */
function Rows(props: RowsProps): JSX.Element {
  const { scroll, id, selectedRow, treeOf } = props;
  const { space, top } = scroll;
  const { first, end } = rowsInView(space, top);
  const base = Math.floor(first / rowsPerBase) * rowsPerBase;
  const pool = Math.ceil(space.viewHeight / space.rowHeight) + 1;
  const rows: JSX.Element[] = [];
  for (let row = first; row < end; row++) {
    const position = treeOf?.(row) ?? noPosition;
    rows.push(
      <GridRow
        key={row % pool}
        id={`${id}-${row}`}
        row={row}
        y={(row - base) * space.rowHeight}
        columns={props.placed}
        characterPx={props.characterPx}
        isSelected={row === selectedRow}
        isMatch={props.isMatch?.(row) ?? false}
        isDim={props.isDim?.(row) ?? false}
        isTree={treeOf !== undefined}
        level={position.level}
        isOpen={position.isOpen}
        renderCell={props.renderCell}
      />,
    );
  }
  return (
    <div class="grid-pane" role="rowgroup" style={{ height: `${space.viewHeight}px` }}>
      <div
        class="grid-rows"
        role="presentation"
        style={{ transform: `translateY(${Math.round(base * space.rowHeight - top)}px)` }}
      >
        {rows}
      </div>
    </div>
  );
}

function spaceStyle(
  { space }: RowScroll,
  columns: readonly PlacedColumn[],
  headerPx: number,
): CSSProperties {
  const width = columns.reduce((sum, { widthPx }) => sum + widthPx, 0);
  return {
    height: `${headerPx + scrolledHeight(space)}px`,
    width: `${width}px`,
    '--grid-header': `${headerPx}px`,
    '--grid-row': `${space.rowHeight}px`,
    '--grid-columns': columns.map(({ widthPx }) => `${widthPx}px`).join(' '),
  };
}

interface PointerHandlers {
  readonly onClick: (event: MouseEvent) => void;
  readonly onDblClick: (event: MouseEvent) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
}

function pointerHandlers(
  props: VirtualGridProps,
  root: { readonly current: HTMLElement | null },
): PointerHandlers {
  return {
    onClick(event) {
      const row = rowOf(event);
      if (row < 0) return;
      const isOpen = props.treeOf?.(row).isOpen ?? null;
      if (isOpen !== null && isOnTwisty(event)) props.onToggle?.(row, !isOpen);
      else (props.onPress ?? props.onSelect)(row);
    },
    onDblClick(event) {
      const row = rowOf(event);
      if (row >= 0 && !isOnTwisty(event)) props.onActivate?.(row);
    },
    onContextMenu(event) {
      if (props.onMenu === undefined) return;
      const clicked = rowOf(event);
      const row = clicked >= 0 ? clicked : props.selectedRow;
      if (row < 0) return;
      event.preventDefault();
      props.onSelect(row);
      // The menu key gives the place of the grid: the row is where the menu belongs.
      const shown = clicked >= 0 ? null : root.current?.querySelector('.grid-selected');
      const box = shown?.getBoundingClientRect();
      props.onMenu(row, { x: box?.left ?? event.clientX, y: box?.bottom ?? event.clientY });
    },
  };
}

function rowOf({ target }: MouseEvent): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row === null ? -1 : Number(row.dataset['row']);
}

function isOnTwisty({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('.tree-twisty') !== null;
}
