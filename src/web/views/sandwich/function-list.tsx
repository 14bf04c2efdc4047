import type { JSX } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import { type FunctionsAnswer, NameList } from '../../../explore/index.ts';
import { findKey } from '../../kit/flame/find-key.ts';
import { FunctionName } from '../../kit/function-name.tsx';
import type { GridColumn } from '../../kit/grid/column.ts';
import { DataGrid } from '../../kit/grid/data-grid.tsx';
import type { CellRoom } from '../../kit/grid/grid-props.ts';
import { formatShareOrNothing } from '../../kit/quantity.ts';
import { functionMenuItems } from '../../state/function-commands.ts';
import type { Place } from '../../state/view-state.ts';
import type { ViewProps } from '../view.ts';

interface FunctionListProps extends ViewProps {
  readonly functions: FunctionsAnswer;
  readonly place: Place | null;
  readonly matches: Uint32Array | null;
  readonly onChosen: () => void;
}

const columns: readonly GridColumn[] = [
  { id: 'name', title: 'Function', isRowHeader: true },
  { id: 'self', title: 'Self', width: 76, align: 'end', sort: 'descending' },
  { id: 'total', title: 'Total', width: 76, align: 'end', sort: 'descending' },
];

/** Every function, the largest first; choosing one puts it between its callers and callees. */
export function FunctionList(props: FunctionListProps): JSX.Element {
  const { app, functions, place, matches, onChosen } = props;
  const { keys, whole } = functions;
  const names = useMemo(() => new NameList(keys.names), [keys]);
  const texts = useMemo(() => new NameList(keys.texts), [keys]);
  const sort = app.state.value.sort === 'total-' ? 'total-' : 'self-';
  const order = useMemo(() => orderBy(functions, sort), [functions, sort]);
  const keyAt = useCallback(
    (row: number): number => functions.key[order[row] as number] as number,
    [functions, order],
  );
  const renderCell = useCallback(
    (row: number, column: string, room: CellRoom) => {
      const at = order[row] as number;
      if (column === 'name') {
        return <FunctionName name={names.at(keyAt(row))} characters={room.characters} isShort />;
      }
      const value = column === 'self' ? functions.self[at] : functions.total[at];
      return formatShareOrNothing((value as number) / (whole || 1));
    },
    [functions, order, names, keyAt, whole],
  );
  const selectedRow = useMemo(() => {
    const key = place === null ? -1 : findKey(keys, texts, place);
    return key < 0 ? -1 : order.findIndex((at) => functions.key[at] === key);
  }, [place, keys, texts, order, functions]);
  const placeAt = (row: number): Place => ({
    name: names.at(keyAt(row)),
    module: texts.at(keys.module[keyAt(row)] as number),
  });
  return (
    <DataGrid
      label="Functions"
      rowCount={functions.length}
      columns={columns}
      renderCell={renderCell}
      sort={sort}
      onSort={(next) => app.change({ sort: next.startsWith('total') ? 'total-' : '' })}
      selectedRow={selectedRow}
      onSelect={(row) => app.select(placeAt(row))}
      onActivate={onChosen}
      onMenu={(row, at) =>
        app.showMenu({
          label: placeAt(row).name,
          items: functionMenuItems(app, placeAt(row)),
          at,
        })
      }
      isMatch={(row) => {
        const key = keyAt(row);
        return matches !== null && ((matches[key >> 5] ?? 0) & (1 << (key & 31))) !== 0;
      }}
      rowText={(row) => names.at(keyAt(row))}
    />
  );
}

/** Rows of the answer in the order of the list; they come with the largest self first. */
function orderBy(functions: FunctionsAnswer, sort: 'self-' | 'total-'): Int32Array {
  const rows = Int32Array.from({ length: functions.length }, (_, row) => row);
  const { total } = functions;
  if (sort === 'total-') rows.sort((a, b) => (total[b] as number) - (total[a] as number) || a - b);
  return rows;
}
