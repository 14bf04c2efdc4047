import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { GridColumn } from '../../kit/grid/column.ts';
import { DataGrid } from '../../kit/grid/data-grid.tsx';
import { Card } from './card.tsx';

/** More rows than this are scrolled to. */
const shownRows = 8;

interface PressListProps {
  readonly title: string;
  readonly aside: string;
  readonly columns: readonly GridColumn[];
  readonly rowCount: number;
  readonly renderCell: (row: number, column: string) => ComponentChildren;
  readonly rowText: (row: number) => string;
  /** A press, or Enter: the row leads somewhere. */
  readonly onPress: (row: number) => void;
}

/** A card with a short table, each row of which leads to more. */
export function PressList(props: PressListProps): JSX.Element | null {
  const { title, aside, columns, rowCount, renderCell, rowText, onPress } = props;
  const at = useSignal(-1);
  if (rowCount === 0) return null;
  return (
    <Card title={title} aside={aside}>
      <div class="summary-list" style={{ '--summary-rows': Math.min(rowCount, shownRows) }}>
        <DataGrid
          label={title}
          hasHeader={false}
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
