import type { JSX } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import type { AssemblyAnswer } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { DataGrid } from '../../kit/grid/data-grid.tsx';
import { useMatchStep } from '../../kit/use-match-step.ts';
import { functionMenuItems } from '../../state/function-commands.ts';
import type { ViewProps } from '../view.ts';
import { AssemblyCells, assemblyColumns } from './assembly-cells.tsx';
import {
  assemblyRows,
  changedFrom,
  type ShownAssembly,
  selectedInstruction,
  stepHotInstruction,
} from './assembly-rows.ts';
import { CodeFacts } from './code-facts.tsx';
import { ComparedCode } from './compared-code.tsx';
import { FunctionList } from './function-list.tsx';
import { SourceBeside } from './source-beside.tsx';
import { useAssembly } from './use-assembly.ts';
import './assembly.css';

/** Functions that have code, and the code of the selected one, else of the costliest. */
export function AssemblyPanel({ app }: ViewProps): JSX.Element {
  const { functions: list, answer, place } = useAssembly(app);
  if (list === null) return <div class="assembly" />;
  if (place === null) return <NoFunction />;
  if (list.functions.length === 0 && answer !== null && answer.missing !== '') {
    return <NoCode answer={answer} />;
  }
  const current = answer === null ? null : { name: answer.owner, module: answer.module };
  return (
    <div class="assembly">
      <FunctionList
        answer={list}
        current={current}
        onChoose={(chosen) => app.change({ selected: chosen, address: null })}
      />
      {answer === null ? null : answer.missing === '' ? (
        <Listing app={app} answer={answer} />
      ) : (
        <div class="assembly-none">
          <NoCode answer={answer} />
        </div>
      )}
    </div>
  );
}

interface ListingProps {
  readonly app: App;
  readonly answer: ShownAssembly;
}

function Listing({ app, answer }: ListingProps): JSX.Element {
  const { bytes, sourceLines, address } = app.state.value;
  const selected = selectedInstruction(answer, address);
  const rows = useMemo(() => assemblyRows(answer, sourceLines), [answer, sourceLines]);
  const select = useCallback(
    (instruction: number) => app.change({ address: answer.address[instruction] ?? null }),
    [answer],
  );
  const cells = useMemo(() => new AssemblyCells(answer, rows, select), [answer, rows, select]);
  const hasLoops = answer.loops.length > 0 || answer.targetRow.some((row) => row >= 0);
  const isChange = changedFrom(answer) !== null;
  const columns = useMemo(
    () => assemblyColumns({ hasLoops, hasBytes: bytes, isChange }),
    [hasLoops, bytes, isChange],
  );
  const renderCell = useCallback(
    (row: number, column: string) => cells.render(row, column, selected),
    [cells, selected],
  );
  useHotSteps(app, answer, selected, select);
  const selectedRow = rows.findIndex(
    ({ instruction, place }) => place < 0 && instruction === selected,
  );
  return (
    <>
      <div class="assembly-grid">
        {'match' in answer ? <ComparedCode app={app} answer={answer} /> : null}
        <div class="assembly-table">
          <DataGrid
            label={`Machine code of ${answer.owner}`}
            rowCount={rows.length}
            columns={columns}
            renderCell={renderCell}
            selectedRow={selectedRow}
            onSelect={(row) => select(rows[row]?.instruction ?? 0)}
            onActivate={(row) => {
              const target = answer.targetRow[rows[row]?.instruction ?? 0] ?? -1;
              if (target >= 0) select(target);
            }}
            onMenu={(_, at) =>
              app.showMenu({ label: answer.name, items: functionMenuItems(app, answer), at })
            }
            rowText={(row) => cells.text(row)}
            density="code-row"
          />
        </div>
      </div>
      <SourceBeside app={app} answer={answer} instruction={selected} />
      <CodeFacts app={app} answer={answer} selected={selected} onSelect={select} />
    </>
  );
}

/** `n` and `N`. */
function useHotSteps(
  app: App,
  answer: ShownAssembly,
  selected: number,
  select: (instruction: number) => void,
): void {
  useMatchStep(app, (direction) => {
    const next = stepHotInstruction(answer, selected, direction);
    select(next);
    app.announce(`0x${(answer.address[next] ?? 0).toString(16)}`);
  });
}

function NoCode({ answer }: { readonly answer: AssemblyAnswer }): JSX.Element {
  return (
    <EmptyState
      title={`No machine code of ${answer.owner}`}
      text={`It cannot be shown: ${answer.missing}. Recordings carry the code of their hot functions.`}
      command="plateau record -- CMD"
    />
  );
}

function NoFunction(): JSX.Element {
  return (
    <EmptyState
      title="This profile carries no machine code"
      text="Recordings carry the code of their hot functions; other formats do not have it."
      command="plateau record -- CMD"
    />
  );
}
