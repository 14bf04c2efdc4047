import type { JSX } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import type { FunctionsAnswer } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { type Matches, useMatches } from '../../engine/use-matches.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { fewSamples } from '../../kit/few-samples.ts';
import { DataGrid } from '../../kit/grid/data-grid.tsx';
import { KeyFacts } from '../../kit/key-facts.ts';
import { useRowSteps } from '../../kit/use-match-step.ts';
import { valueTitle } from '../../kit/value-title.ts';
import { functionMenuItems } from '../../state/function-commands.ts';
import type { ViewProps } from '../view.ts';
import { cellRenderer, rowText } from './cells.tsx';
import { columnsBy } from './columns-table.ts';
import { ComparedTable } from './compared-table.tsx';
import './top-functions.css';

/** Every function of the scope in a table; while two things are compared with both sides. */
export function TopFunctionsPanel({ app }: ViewProps): JSX.Element {
  return app.baseScope.value === null ? <Ranked app={app} /> : <ComparedTable app={app} />;
}

function Ranked({ app }: ViewProps): JSX.Element {
  const answered = useAnswer(app.engine, 'functions', () => ({
    scope: app.scope.value,
    by: app.state.value.by,
    sort: app.state.value.sort,
  }));
  const matches = useMatches(app, () => app.state.value.by);
  const { answer, error } = answered.value;
  if (error !== null) return <EmptyState title={error.message} text={error.hint} />;
  if (answer === null) return <div class="top-functions" />;
  return <RankedTable app={app} answer={answer} matches={matches.value} />;
}

interface RankedTableProps {
  readonly app: App;
  readonly answer: FunctionsAnswer;
  readonly matches: Matches;
}

function RankedTable({ app, answer, matches }: RankedTableProps): JSX.Element {
  const { by, selected, search } = app.state.value;
  const sort = app.state.value.sort === '' ? 'self-' : app.state.value.sort;
  const facts = useMemo(() => new KeyFacts(answer.keys), [answer.keys]);
  const rows = useMemo(() => matchingRows(answer, matches), [answer, matches]);
  const columns = useMemo(
    () => columnsBy(by, valueTitle(answer.value)),
    [by, answer.value.name, answer.value.unit],
  );
  const renderCell = useMemo(() => cellRenderer(answer, facts, rows), [answer, facts, rows]);
  const keyAt = useCallback((row: number) => answer.key[rows[row] as number] as number, [rows]);
  const selectedRow = useMemo(
    () =>
      selected === null
        ? -1
        : rows.findIndex((row) => facts.isPlace(answer.key[row] as number, selected)),
    [rows, facts, selected],
  );
  useRowSteps(app, rows.length, selectedRow, (row) => app.select(facts.place(keyAt(row))));
  return (
    <div class="top-functions">
      <DataGrid
        label="Top functions"
        rowCount={rows.length}
        columns={columns}
        renderCell={renderCell}
        sort={sort}
        onSort={(next) => app.change({ sort: next })}
        selectedRow={selectedRow}
        onSelect={(row) => app.select(facts.place(keyAt(row)))}
        onActivate={(row) => {
          app.change({ view: 'sandwich', selected: facts.place(keyAt(row)) }, 'push');
        }}
        onMenu={(row, at) => {
          const items = functionMenuItems(app, facts.place(keyAt(row)));
          app.showMenu({ label: 'Function', items, at });
        }}
        isMatch={() => matches !== null}
        isDim={(row) => (answer.totalSamples[rows[row] as number] as number) < fewSamples}
        rowText={(row) => rowText(answer, facts, rows[row] as number)}
        empty={
          search === '' ? (
            <EmptyState title="No samples here" text="The range and the steps above leave none." />
          ) : (
            <EmptyState title={`No function matches “${search}”.`} text="Esc clears the search." />
          )
        }
      />
    </div>
  );
}

/** Rows of the answer in its own order: those that match. */
function matchingRows({ length, key }: FunctionsAnswer, matches: Matches): Int32Array {
  const rows: number[] = [];
  for (let row = 0; row < length; row++) {
    if (matches === null || matches(key[row] as number)) rows.push(row);
  }
  return Int32Array.from(rows);
}
