import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import './sorted-table.css';

export interface TableColumn<Row> {
  readonly key: string;
  readonly title: string;
  /** Explains it in a tooltip. */
  readonly explanation?: string;
  /** Words are read from the left, numbers stand under each other. */
  readonly align?: 'start' | 'end';
  /** Left out on a phone. */
  readonly isExtra?: boolean;
  readonly sortBy: (row: Row) => number | string;
  readonly cell: (row: Row) => ComponentChildren;
}

interface SortedTableProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** At first only so many. */
  readonly most?: number;
}

interface Sorting {
  readonly key: string;
  readonly isDown: boolean;
}

/** A table of a page that is read and printed: all rows are there, headers sort. */
export function SortedTable<Row>({
  label,
  columns,
  rows,
  most = 25,
}: SortedTableProps<Row>): JSX.Element {
  const [sorting, setSorting] = useState<Sorting | undefined>(undefined);
  const [isWhole, setWhole] = useState(false);
  const sorted = useMemo(() => sort(rows, columns, sorting), [rows, columns, sorting]);
  const shown = isWhole ? sorted : sorted.slice(0, most);
  return (
    <>
      <div class="sorted-table-scroll">
        <table class="sorted-table" aria-label={label}>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head
                  key={column.key}
                  column={column}
                  sorting={sorting?.key === column.key ? sorting : undefined}
                  onSort={() => setSorting(next(sorting, column.key))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column.key} class={cellClass(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length <= most ? null : (
        <div class="sorted-table-more">
          <Button onPress={() => setWhole(!isWhole)}>
            {isWhole ? `Show the first ${most}` : `Show all ${rows.length}`}
          </Button>
        </div>
      )}
    </>
  );
}

interface HeadProps<Row> {
  readonly column: TableColumn<Row>;
  readonly sorting: Sorting | undefined;
  readonly onSort: () => void;
}

function Head<Row>({ column, sorting, onSort }: HeadProps<Row>): JSX.Element {
  const order = sorting === undefined ? 'none' : sorting.isDown ? 'descending' : 'ascending';
  return (
    <th scope="col" class={cellClass(column)} aria-sort={order}>
      <button type="button" title={column.explanation} onClick={onSort}>
        {column.title}
        <span class="sorted-table-arrow" aria-hidden="true">
          {sorting === undefined ? '' : sorting.isDown ? '↓' : '↑'}
        </span>
      </button>
    </th>
  );
}

/** Up, down, and back to the order of the command line. */
function next(sorting: Sorting | undefined, key: string): Sorting | undefined {
  if (sorting?.key !== key) return { key, isDown: false };
  return sorting.isDown ? undefined : { key, isDown: true };
}

function sort<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sorting: Sorting | undefined,
): readonly Row[] {
  const column = columns.find(({ key }) => key === sorting?.key);
  if (column === undefined || sorting === undefined) return rows;
  const turn = sorting.isDown ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, two] = [column.sortBy(a), column.sortBy(b)];
    return (one < two ? -1 : one > two ? 1 : 0) * turn;
  });
}

function cellClass<Row>({ align = 'end', isExtra }: TableColumn<Row>): string {
  return `sorted-table-${align}${isExtra === true ? ' sorted-table-extra' : ''}`;
}
