import type { ComponentChildren, JSX } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import { type CompareAnswer, diffStatuses, NameList, noiseWords } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { FunctionName } from '../../kit/function-name.tsx';
import type { GridColumn } from '../../kit/grid/column.ts';
import { DataGrid } from '../../kit/grid/data-grid.tsx';
import type { CellRoom } from '../../kit/grid/grid-props.ts';
import {
  formatChange,
  formatCount,
  formatRatio,
  formatValue,
  nothing,
} from '../../kit/quantity.ts';
import { Segmented } from '../../kit/segmented.tsx';
import { functionMenuItems } from '../../state/function-commands.ts';
import type { Place, ViewState } from '../../state/view-state.ts';
import { ChangeBar } from './change-bar.tsx';
import { countByFilter, pickRows } from './compare-rows.ts';

const columns: readonly GridColumn[] = [
  { id: 'name', title: 'Function', sort: 'ascending', isRowHeader: true },
  { id: 'base', title: 'Base', width: 96, align: 'end', sort: 'descending', minimumGridWidth: 560 },
  { id: 'new', title: 'New', width: 96, align: 'end', sort: 'descending', minimumGridWidth: 460 },
  { id: 'change', title: 'Change', width: 104, align: 'end', sort: 'descending' },
  { id: 'bar', title: '', width: 180, minimumGridWidth: 1000 },
  { id: 'ratio', title: 'Ratio', width: 80, align: 'end', sort: 'descending' },
  {
    id: 'confidence',
    title: 'Confidence',
    width: 200,
    sort: 'ascending',
    minimumGridWidth: 760,
    tip: '± is 95 %, p before correcting for the number of rows. Covers sampling noise only: run-to-run noise needs repeats (plateau bench).',
  },
];

/** What every function cost before and after. */
export function CompareTable(props: {
  readonly app: App;
  readonly answer: CompareAnswer;
}): JSX.Element {
  const { app, answer } = props;
  const { diff, search, sort, selected } = app.state.value;
  const names = useMemo(() => new NameList(answer.names), [answer]);
  const modules = useMemo(() => new NameList(answer.modules), [answer]);
  const counts = useMemo(() => countByFilter(answer), [answer]);
  const rows = useMemo(
    () => pickRows(answer, names, { diff, search, sort }),
    [answer, names, diff, search, sort],
  );
  const placeOf = (at: number): Place => {
    const row = rows[at] ?? -1;
    return { name: names.at(row), module: modules.at(row) };
  };
  const renderCell = useCallback(
    (at: number, column: string, room: CellRoom): ComponentChildren => (
      <Cell answer={answer} names={names} row={rows[at] ?? 0} column={column} room={room} />
    ),
    [answer, names, rows],
  );
  const selectedRow = useMemo(
    () => (selected === null ? -1 : rows.findIndex((row) => names.at(row) === selected.name)),
    [rows, names, selected],
  );
  return (
    <section class="compare-table" aria-label="Functions">
      <div class="compare-filter">
        <Segmented
          label="Show"
          value={diff}
          choices={filterTitles.map(([value, title]) => ({
            value,
            label: `${title} ${formatCount(counts[value])}`,
          }))}
          onChange={(next) => app.change({ diff: next })}
        />
      </div>
      <div class="compare-grid">
        <DataGrid
          label="Difference by function"
          rowCount={rows.length}
          columns={columns}
          renderCell={renderCell}
          sort={sort}
          onSort={(next) => app.change({ sort: next })}
          selectedRow={selectedRow}
          onSelect={(at) => app.select(placeOf(at))}
          onActivate={(at) => app.change({ view: 'sandwich', selected: placeOf(at) }, 'push')}
          onMenu={(at, point) =>
            app.showMenu({
              label: 'Function',
              items: functionMenuItems(app, placeOf(at)),
              at: point,
            })
          }
          isDim={(at) => noiseWords[answer.noise[rows[at] ?? 0] as number] !== 'real'}
          rowText={(at) => rowText(answer, names, rows[at] ?? 0)}
          empty={<p>{search === '' ? 'No such rows.' : `No function matches “${search}”.`}</p>}
        />
      </div>
    </section>
  );
}

const filterTitles: readonly (readonly [ViewState['diff'], string])[] = [
  ['all', 'All'],
  ['changed', 'Changed'],
  ['new', 'New'],
  ['removed', 'Removed'],
];

interface CellProps {
  readonly answer: CompareAnswer;
  readonly names: NameList;
  readonly row: number;
  readonly column: string;
  readonly room: CellRoom;
}

function Cell({ answer, names, row, column, room }: CellProps): JSX.Element {
  const base = answer.base[row] as number;
  const after = answer.after[row] as number;
  const change = after - base;
  const { unit } = answer;
  switch (column) {
    case 'name':
      return <Name answer={answer} name={names.at(row)} row={row} room={room} />;
    case 'base':
      return <>{base === 0 ? nothing : formatValue(base, unit)}</>;
    case 'new':
      return <>{after === 0 ? nothing : formatValue(after, unit)}</>;
    case 'change':
      return (
        <span class="compare-delta" data-change={directionOf(answer, row)}>
          {formatChange(change, unit)}
        </span>
      );
    case 'bar':
      return <ChangeBar share={change / largestChange(answer)} isReal={answer.noise[row] === 0} />;
    case 'ratio':
      return <>{base === 0 || after === 0 ? nothing : formatRatio(base, after)}</>;
    default:
      return <Confidence answer={answer} row={row} />;
  }
}

function Name(props: {
  readonly answer: CompareAnswer;
  readonly name: string;
  readonly row: number;
  readonly room: CellRoom;
}): JSX.Element {
  const status = diffStatuses[props.answer.status[props.row] as number];
  const word = status === 'new' || status === 'removed' ? status : '';
  return (
    <>
      <FunctionName name={props.name} characters={props.room.characters - word.length - 1} />
      {word === '' ? null : <span class="compare-status"> {word}</span>}
    </>
  );
}

function Confidence({ answer, row }: { answer: CompareAnswer; row: number }): JSX.Element {
  const margin = answer.margin[row] as number;
  const p = answer.pValue[row] as number;
  const word = noiseWords[answer.noise[row] as number];
  if (word === 'real') {
    return (
      <>
        <span class="compare-quiet">±{formatValue(margin, answer.unit)}</span> {pText(p)}
      </>
    );
  }
  return <span class="compare-quiet">{word === 'noise' ? 'within noise' : 'too few samples'}</span>;
}

export function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}

function directionOf(answer: CompareAnswer, row: number): 'less' | 'more' | 'same' {
  if (answer.noise[row] === 1) return 'same';
  const change = (answer.after[row] as number) - (answer.base[row] as number);
  return change < 0 ? 'less' : change > 0 ? 'more' : 'same';
}

/** Bars are shares of the largest change. */
function largestChange({ base, after, length }: CompareAnswer): number {
  let largest = 0;
  for (let row = 0; row < length; row++) {
    largest = Math.max(largest, Math.abs((after[row] as number) - (base[row] as number)));
  }
  return largest === 0 ? 1 : largest;
}

function rowText(answer: CompareAnswer, names: NameList, row: number): string {
  const base = answer.base[row] as number;
  const after = answer.after[row] as number;
  const { unit } = answer;
  const numbers = [
    formatValue(base, unit),
    formatValue(after, unit),
    formatChange(after - base, unit),
  ];
  return [names.at(row), ...numbers].join('\t');
}
