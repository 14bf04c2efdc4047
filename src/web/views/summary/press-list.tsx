import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { GridColumn } from '../../kit/grid/column.ts';
import { DataGrid } from '../../kit/grid/data-grid.tsx';
import type { CellRoom } from '../../kit/grid/grid-props.ts';
import { Card } from './card.tsx';

/** More rows than this are scrolled to. */
const shownRows = 8;

interface PressListProps {
  readonly title: string;
  readonly aside: string;
  readonly columns: readonly GridColumn[];
  /** Where titles of columns say more than their contents. */
  readonly hasHeader?: boolean;
  readonly rowCount: number;
  readonly renderCell: (row: number, column: string, room: CellRoom) => ComponentChildren;
  readonly rowText: (row: number) => string;
  /** A press, or Enter: the row leads somewhere. */
  readonly onPress: (row: number) => void;
}

/** A card with a short table, each row of which leads to more. */
export function PressList(props: PressListProps): JSX.Element | null {
  const {
    title,
    aside,
    columns,
    hasHeader = false,
    rowCount,
    renderCell,
    rowText,
    onPress,
  } = props;
  const at = useSignal(-1);
  if (rowCount === 0) return null;
  return (
    <Card title={title} aside={aside}>
      <div
        class="summary-list"
        style={{ '--summary-rows': Math.min(rowCount, shownRows) + (hasHeader ? 1.5 : 0) }}
      >
        <DataGrid
          label={title}
          hasHeader={hasHeader}
          rowCount={rowCount}
          columns={columns}
          renderCell={renderCell}
          selectedRow={at.value}
          onSelect={(row) => {
            at.value = row;
          }}
          onPress={onPress}
          onActivate={onPress}
          rowText={rowText}
        />
      </div>
    </Card>
  );
}
