import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { SummaryAnswer } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { FamilySwatch } from '../../kit/family-swatch.tsx';
import { fewSamples, fewSamplesTip } from '../../kit/few-samples.ts';
import { FunctionName } from '../../kit/function-name.tsx';
import type { GridColumn } from '../../kit/grid/column.ts';
import { DataGrid } from '../../kit/grid/data-grid.tsx';
import type { CellRoom } from '../../kit/grid/grid-props.ts';
import type { KeyFacts } from '../../kit/key-facts.ts';
import { MeasureBar } from '../../kit/measure-bar.tsx';
import { formatCounted, formatShare, formatValue } from '../../kit/quantity.ts';
import { Segmented } from '../../kit/segmented.tsx';
import { functionActions, functionMenuItems } from '../../state/function-commands.ts';
import { Card } from './card.tsx';

interface HotSpotsProps {
  readonly app: App;
  readonly answer: SummaryAnswer;
  readonly facts: KeyFacts;
}

type Ranking = 'self' | 'mine';

const columns: readonly GridColumn[] = [
  { id: 'name', title: 'Function', isRowHeader: true },
  { id: 'bar', title: '', width: 168, minimumGridWidth: 420 },
  { id: 'share', title: 'Share', width: 68, align: 'end' },
  { id: 'value', title: 'Value', width: 76, align: 'end' },
  { id: 'samples', title: 'Samples', width: 128, align: 'end', minimumGridWidth: 560 },
];

/** The functions that cost most: themselves, or of the user's own code with what they call. */
export function HotSpots({ app, answer, facts }: HotSpotsProps): JSX.Element {
  const ranking = useSignal<Ranking>('self');
  const rows = ranking.value === 'self' ? answer.bySelf : answer.mine;
  const isSelf = ranking.value === 'self';
  const renderCell = useMemo(() => cellRenderer(answer, facts, isSelf), [answer, facts, isSelf]);
  const { selected } = app.state.value;
  const keyAt = (row: number): number => rows.key[row] ?? -1;
  const selectedRow =
    selected === null ? -1 : rows.key.findIndex((key) => facts.isPlace(key, selected));
  return (
    <Card
      title="Hot spots"
      aside={
        <Segmented
          label="Rank by"
          value={ranking.value}
          choices={[
            answer.isWait
              ? { value: 'self', label: 'Who waits', title: 'What called into the kernel to wait' }
              : { value: 'self', label: 'Self', title: 'What functions take themselves' },
            { value: 'mine', label: 'Total, my code', title: 'Own functions with what they call' },
          ]}
          onChange={(value) => {
            ranking.value = value;
          }}
        />
      }
    >
      <div class="summary-list" style={{ '--summary-rows': Math.max(rows.key.length, 1) }}>
        <DataGrid
          label="Hot spots"
          hasHeader={false}
          rowCount={rows.key.length}
          columns={columns}
          renderCell={renderCell}
          selectedRow={selectedRow}
          onSelect={(row) => app.select(facts.place(keyAt(row)))}
          onActivate={(row) => {
            app.change({ view: 'sandwich', selected: facts.place(keyAt(row)) }, 'push');
          }}
          onMenu={(row, at) => {
            const items = functionMenuItems(app, facts.place(keyAt(row)));
            app.showMenu({ label: 'Function', items, at });
          }}
          rowText={(row) => facts.name(keyAt(row))}
          empty={isSelf ? 'No samples here.' : 'None of it is recognisably your own code.'}
        />
      </div>
      <NextSteps app={app} />
    </Card>
  );
}

/** Where to go on with the selected function; its place is kept while none is selected. */
function NextSteps({ app }: { readonly app: App }): JSX.Element {
  const { selected } = app.state.value;
  if (selected === null) {
    return (
      <footer class="summary-next">
        <button type="button" onClick={() => app.change({ view: 'top-functions' }, 'push')}>
          All functions
        </button>
        <button type="button" onClick={() => app.change({ view: 'flame-graph' }, 'push')}>
          Flame graph
        </button>
      </footer>
    );
  }
  return (
    <footer class="summary-next">
      <button type="button" onClick={() => app.change({ view: 'flame-graph' }, 'push')}>
        Flame graph
      </button>
      {functionActions
        .filter(({ group }) => group === 'Views')
        .map((action) => (
          <button
            key={action.id}
            type="button"
            title={action.title}
            onClick={() => action.run(app, selected)}
          >
            {action.verb}
          </button>
        ))}
    </footer>
  );
}

function cellRenderer(
  answer: SummaryAnswer,
  facts: KeyFacts,
  isSelf: boolean,
): (row: number, column: string, room: CellRoom) => ComponentChildren {
  const rows = isSelf ? answer.bySelf : answer.mine;
  const longest = rows.total.reduce((most, total) => Math.max(most, total), 0);
  return (row, column, room) => {
    const key = rows.key[row] ?? -1;
    const [self = 0, total = 0] = [rows.self[row], rows.total[row]];
    const value = isSelf ? self : total;
    const samples = (isSelf ? rows.selfSamples : rows.totalSamples)[row] ?? 0;
    switch (column) {
      case 'name':
        return (
          <span class="summary-name">
            <FamilySwatch family={facts.family(key)} />
            <FunctionName name={facts.name(key)} isShort characters={room.characters - 3} />
          </span>
        );
      case 'bar':
        return <MeasureBar self={self / longest} total={total / longest} />;
      case 'share':
        return (
          <span
            class={samples < fewSamples ? 'share-few' : 'grid-strong'}
            title={samples < fewSamples ? fewSamplesTip(samples) : ''}
          >
            {formatShare(value / answer.whole)}
          </span>
        );
      case 'value':
        return formatValue(value, answer.value.unit);
      default:
        return <span class="share-few">{formatCounted(samples, 'sample')}</span>;
    }
  };
}
