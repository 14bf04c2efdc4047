import type { JSX } from 'preact';
import { nextSort, type PlacedColumn, sortDirection } from './column.ts';

export interface GridHeaderProps {
  readonly id: string;
  readonly columns: readonly PlacedColumn[];
  readonly sort: string;
  /** The column that the keys are at; -1 = they are in the rows. */
  readonly active: number;
  readonly onSort: (sort: string) => void;
  /** null = back to the width it had. */
  readonly onResize: (column: string, widthPx: number | null) => void;
}

export function GridHeader(props: GridHeaderProps): JSX.Element {
  return (
    <div class="grid-header" role="row" aria-rowindex={1}>
      {props.columns.map((column, at) => (
        <HeaderCell key={column.id} column={column} at={at} {...props} />
      ))}
    </div>
  );
}

function HeaderCell({
  column,
  at,
  id,
  sort,
  active,
  onSort,
  onResize,
}: GridHeaderProps & { readonly column: PlacedColumn; readonly at: number }): JSX.Element {
  const direction = sortDirection(column, sort);
  const isSortable = column.sort !== undefined;
  const classes = [
    'grid-head',
    column.align === 'end' ? 'grid-end' : '',
    direction === 'none' ? '' : 'grid-sorted',
    active === at ? 'grid-head-active' : '',
    isSortable ? 'grid-sortable' : '',
  ];
  return (
    <div
      id={`${id}-h${at}`}
      class={classes.filter((each) => each !== '').join(' ')}
      role="columnheader"
      title={column.tip}
      // A picture needs no title to be seen, but a name to be read out.
      aria-label={column.title === '' ? 'Bar' : undefined}
      {...(isSortable ? { 'aria-sort': direction } : {})}
      onClick={() => {
        if (isSortable) onSort(nextSort(column, sort));
      }}
    >
      <span class="grid-title">{column.title}</span>
      {direction === 'none' ? null : (
        <span class="grid-arrow" aria-hidden="true">
          {direction === 'ascending' ? '↑' : '↓'}
        </span>
      )}
      <span
        class="grid-grip"
        aria-hidden="true"
        onPointerDown={(event) => dragWidth(event, column, onResize)}
        onClick={(event) => event.stopPropagation()}
        onDblClick={() => onResize(column.id, null)}
      />
    </div>
  );
}

/** Follows the pointer until it is let go. */
function dragWidth(
  event: PointerEvent,
  column: PlacedColumn,
  onResize: GridHeaderProps['onResize'],
): void {
  const grip = event.currentTarget as HTMLElement;
  const startX = event.clientX;
  event.preventDefault();
  grip.setPointerCapture(event.pointerId);
  const move = (moved: PointerEvent): void => {
    onResize(column.id, Math.max(32, column.widthPx + moved.clientX - startX));
  };
  grip.addEventListener('pointermove', move);
  grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', move), {
    once: true,
  });
}
