import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type CompareAnswer, NameList } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { functionMenuItems } from '../../state/function-commands.ts';
import type { Place, ViewState } from '../../state/view-state.ts';
import { EmptyState } from '../empty-state.tsx';
import type { GridColumn } from '../grid/column.ts';
import { DataGrid } from '../grid/data-grid.tsx';
import { useRowSteps } from '../use-match-step.ts';
import { comparedCells, comparedText } from './compared-cells.tsx';
import { comparedRows, isReal } from './compared-rows.ts';

const columns: readonly GridColumn[] = [
  { id: 'name', title: 'Function', sort: 'ascending', isRowHeader: true },
  { id: 'base', title: 'Base', width: 96, align: 'end', sort: 'descending', minimumGridWidth: 560 },
  { id: 'new', title: 'New', width: 96, align: 'end', sort: 'descending', minimumGridWidth: 460 },
  {
    id: 'change',
    title: 'Change',
    width: 104,
    align: 'end',
    sort: 'descending',
    tip: 'New less base',
  },
  { id: 'bar', title: '', width: 180, minimumGridWidth: 1000 },
  {
    id: 'ratio',
    title: 'Ratio',
    width: 80,
    align: 'end',
    sort: 'descending',
    minimumGridWidth: 400,
  },
  {
    id: 'confidence',
    title: 'Confidence',
    width: 200,
    sort: 'ascending',
    minimumGridWidth: 760,
    tip: '± is 95 %, p before correcting for the number of rows. Covers sampling noise only: run-to-run noise needs repeats (plateau bench).',
  },
  { id: 'module', title: 'Module', width: 150, minimumGridWidth: 1200 },
];

interface ComparedGridProps {
  readonly app: App;
  readonly label: string;
  readonly answer: CompareAnswer;
  /** Which rows are shown, besides those that the search leaves. */
  readonly diff: ViewState['diff'];
  /** What Enter and a double click do; without it the function is shown in the Sandwich. */
  readonly onActivate?: () => void;
}

/** What every function cost before and after, for each view that has such a table. */
export function ComparedGrid(props: ComparedGridProps): JSX.Element {
  const { app, label, answer, diff } = props;
  const { search, sort, selected } = app.state.value;
  const named = useMemo(
    () => ({ names: new NameList(answer.names), modules: new NameList(answer.modules) }),
    [answer],
  );
  const { names, modules } = named;
  const rows = useMemo(
    () => comparedRows(answer, names, { diff, search, sort }),
    [answer, names, diff, search, sort],
  );
  const renderCell = useMemo(() => comparedCells(answer, named, rows), [answer, named, rows]);
  const rowAt = (at: number): number => rows[at] ?? -1;
  const placeAt = (at: number): Place => ({
    name: names.at(rowAt(at)),
    module: modules.at(rowAt(at)),
  });
  const selectedRow = useMemo(
    () => (selected === null ? -1 : rows.findIndex((row) => names.at(row) === selected.name)),
    [rows, names, selected],
  );
  useRowSteps(app, rows.length, selectedRow, (at) => app.select(placeAt(at)));
  return (
    <DataGrid
      label={label}
      rowCount={rows.length}
      columns={columns}
      renderCell={renderCell}
      sort={sort}
      onSort={(next) => app.change({ sort: next })}
      selectedRow={selectedRow}
      onSelect={(at) => app.select(placeAt(at))}
      onActivate={(at) => {
        if (props.onActivate !== undefined) props.onActivate();
        else app.change({ view: 'sandwich', selected: placeAt(at) }, 'push');
      }}
      onMenu={(at, point) => {
        const items = functionMenuItems(app, placeAt(at));
        app.showMenu({ label: 'Function', items, at: point });
      }}
      isMatch={() => search !== ''}
      isDim={(at) => !isReal(answer, rowAt(at))}
      rowText={(at) => comparedText(answer, names, rowAt(at))}
      empty={
        search === '' ? (
          <EmptyState title="No such functions" />
        ) : (
          <EmptyState title={`No function matches “${search}”.`} text="Esc clears the search." />
        )
      }
    />
  );
}
