import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { SummaryAnswer } from '../../../explore/index.ts';
import type { GridColumn } from '../../kit/grid/column.ts';
import { formatShare, formatValue } from '../../kit/quantity.ts';
import { PressList } from './press-list.tsx';

/** One row of a list of costs. */
export interface CostRow {
  readonly name: JSX.Element;
  /** A bar, or a line over time. */
  readonly picture: ComponentChildren;
  readonly value: number;
  /** As it is copied. */
  readonly text: string;
}

interface CostListProps {
  readonly title: string;
  readonly aside: string;
  /** What a row is: "Module". */
  readonly noun: string;
  readonly picturePx: number;
  readonly answer: SummaryAnswer;
  readonly rowCount: number;
  readonly rowAt: (row: number) => CostRow | null;
  readonly onPress: (row: number) => void;
}

/** What shares the whole, the largest first: name, picture, share, value. */
export function CostList(props: CostListProps): JSX.Element | null {
  const { title, aside, noun, picturePx, answer, rowCount, rowAt, onPress } = props;
  const columns = useMemo(
    (): readonly GridColumn[] => [
      { id: 'name', title: noun, isRowHeader: true },
      { id: 'picture', title: '', width: picturePx, minimumGridWidth: 360 },
      { id: 'share', title: 'Share', width: 68, align: 'end' },
      { id: 'value', title: 'Value', width: 76, align: 'end' },
    ],
    [noun, picturePx],
  );
  const renderCell = useMemo(
    () =>
      (at: number, column: string): ComponentChildren => {
        const row = rowAt(at);
        if (row === null) return null;
        switch (column) {
          case 'name':
            return row.name;
          case 'picture':
            return row.picture;
          case 'share':
            return <span class="grid-strong">{formatShare(row.value / answer.whole)}</span>;
          default:
            return formatValue(row.value, answer.value.unit);
        }
      },
    [answer],
  );
  return (
    <PressList
      title={title}
      aside={aside}
      columns={columns}
      rowCount={rowCount}
      renderCell={renderCell}
      rowText={(row) => rowAt(row)?.text ?? ''}
      onPress={onPress}
    />
  );
}
