import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type CompareAnswer, NameList, noiseWords } from '../../../explore/index.ts';
import { searchExpression } from '../../../explore/search-expression.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { FunctionName } from '../../kit/function-name.tsx';
import type { GridColumn } from '../../kit/grid/column.ts';
import { DataGrid } from '../../kit/grid/data-grid.tsx';
import type { CellRoom } from '../../kit/grid/grid-props.ts';
import { formatChange, formatRatio, formatValue } from '../../kit/quantity.ts';
import { functionMenuItems } from '../../state/function-commands.ts';
import type { Place } from '../../state/view-state.ts';
import '../../kit/change.css';

const columns: readonly GridColumn[] = [
  { id: 'name', title: 'Function', sort: 'ascending', isRowHeader: true },
  { id: 'base', title: 'Base', width: 92, align: 'end', sort: 'descending', minimumGridWidth: 701 },
  { id: 'new', title: 'New', width: 92, align: 'end', sort: 'descending' },
  {
    id: 'change',
    title: 'Change',
    width: 96,
    align: 'end',
    sort: 'descending',
    tip: 'New less base',
  },
  {
    id: 'ratio',
    title: 'Ratio',
    width: 80,
    align: 'end',
    sort: 'descending',
    minimumGridWidth: 701,
  },
  {
    id: 'noise',
    title: 'Certainty',
    width: 112,
    minimumGridWidth: 760,
    tip: 'From the samples of this one pair: noise from run to run is not covered',
  },
  { id: 'module', title: 'Module', width: 150, minimumGridWidth: 920 },
];

/** While two things are compared: every function with both sides and the change of its self. */
export function ComparedTable({ app }: { readonly app: App }): JSX.Element {
  const answered = useAnswer(app.engine, 'compare', () => {
    const base = app.baseScope.value;
    if (base === null) return null;
    const { by, measure, isShares } = app.state.value;
    return { base, after: app.scope.value, normalize: isShares, by, measure };
  });
  const { answer, error } = answered.value;
  if (error !== null) return <EmptyState title={error.message} text={error.hint} />;
  if (answer === null) return <div class="top-functions" />;
  return <ComparedRows app={app} answer={answer} />;
}

interface ComparedRowsProps {
  readonly app: App;
  readonly answer: CompareAnswer;
}

function ComparedRows({ app, answer }: ComparedRowsProps): JSX.Element {
  const { search, sort, selected } = app.state.value;
  const names = useMemo(() => new NameList(answer.names), [answer]);
  const modules = useMemo(() => new NameList(answer.modules), [answer]);
  const rows = useMemo(
    () => comparedOrder(answer, names, search, sort),
    [answer, names, search, sort],
  );
  const renderCell = useMemo(() => cellRenderer(answer, names, modules, rows), [answer, rows]);
  const placeAt = (row: number): Place => ({
    name: names.at(rows[row] ?? -1),
    module: modules.at(rows[row] ?? -1),
  });
  return (
    <div class="top-functions">
      <DataGrid
        label="Top functions"
        rowCount={rows.length}
        columns={columns}
        renderCell={renderCell}
        sort={sort}
        onSort={(next) => app.change({ sort: next })}
        selectedRow={
          selected === null ? -1 : rows.findIndex((row) => names.at(row) === selected.name)
        }
        onSelect={(row) => app.select(placeAt(row))}
        onActivate={(row) => app.change({ view: 'sandwich', selected: placeAt(row) }, 'push')}
        onMenu={(row, at) => {
          app.showMenu({ label: 'Function', items: functionMenuItems(app, placeAt(row)), at });
        }}
        isMatch={() => search !== ''}
        isDim={(row) => answer.noise[rows[row] ?? -1] !== 0}
        rowText={(row) => names.at(rows[row] ?? -1)}
        empty={<EmptyState title="No function differs here" />}
      />
    </div>
  );
}

/** Rows that the search leaves; without a sort those that differ most come first. */
function comparedOrder(
  answer: CompareAnswer,
  names: NameList,
  search: string,
  sort: string,
): Int32Array {
  const isShown = search === '' ? () => true : searchExpression(search).test;
  const rows = Int32Array.from(answer.base.keys()).filter((row) => isShown(names.at(row)));
  const isDescending = sort.endsWith('-');
  const column = isDescending ? sort.slice(0, -1) : sort;
  const [base, after] = [answer.base, answer.after];
  const numbers: Readonly<Record<string, (row: number) => number>> = {
    base: (row) => base[row] as number,
    new: (row) => after[row] as number,
    change: (row) => (after[row] as number) - (base[row] as number),
    ratio: (row) => (after[row] as number) / (base[row] as number),
  };
  const value = numbers[column];
  const sign = isDescending ? -1 : 1;
  if (value !== undefined) return rows.sort((a, b) => sign * (value(a) - value(b)) || a - b);
  if (column !== 'name') return rows;
  return rows.sort((a, b) => (names.at(a) < names.at(b) ? -sign : sign));
}

const certainties = { real: 'differs', noise: 'within noise', unknown: 'too few samples' } as const;

function cellRenderer(
  answer: CompareAnswer,
  names: NameList,
  modules: NameList,
  rows: Int32Array,
): (row: number, column: string, room: CellRoom) => ComponentChildren {
  const { unit } = answer;
  return (at, column, room) => {
    const row = rows[at] ?? -1;
    const [base = 0, after = 0] = [answer.base[row], answer.after[row]];
    switch (column) {
      case 'name':
        return <FunctionName name={names.at(row)} characters={room.characters} />;
      case 'base':
        return base === 0 ? '–' : formatValue(base, unit);
      case 'new':
        return after === 0 ? '–' : formatValue(after, unit);
      case 'change':
        return (
          <span class={after < base ? 'change-less' : after > base ? 'change-more' : ''}>
            {formatChange(after - base, unit)}
          </span>
        );
      case 'ratio':
        return base === 0 ? 'new' : formatRatio(base, after);
      case 'noise':
        return certainties[noiseWords[answer.noise[row] ?? 2] ?? 'unknown'];
      default:
        return modules.at(row);
    }
  };
}
