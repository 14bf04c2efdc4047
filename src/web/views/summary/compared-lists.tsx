import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import {
  type CompareAnswer,
  type CompareThreadsAnswer,
  diffStatuses,
  NameList,
} from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { comparedCells, comparedText } from '../../kit/compare/compared-cells.tsx';
import { isOneFile } from '../../kit/compare/sides.ts';
import type { GridColumn } from '../../kit/grid/column.ts';
import type { CellRoom } from '../../kit/grid/grid-props.ts';
import { exactly } from '../../state/plain-search.ts';
import { PressList } from './press-list.tsx';

/** Base, new and change of what has a name; what changed most beyond chance first. */
const columnsOf = (title: string): readonly GridColumn[] => [
  { id: 'name', title, isRowHeader: true },
  { id: 'bar', title: '', width: 88, minimumGridWidth: 480 },
  { id: 'base', title: 'Base', width: 80, align: 'end', minimumGridWidth: 380 },
  { id: 'new', title: 'New', width: 80, align: 'end' },
  { id: 'change', title: 'Change', width: 100, align: 'end', tip: 'New less base' },
];
const [moduleColumns, threadColumns] = [columnsOf('Module'), columnsOf('Thread')];

interface ComparedModulesProps {
  readonly app: App;
  readonly answer: CompareAnswer;
}

/** Self by image on both sides. One leads to its functions. */
export function ComparedModules({ app, answer }: ComparedModulesProps): JSX.Element {
  const names = useMemo(() => new NameList(answer.modules), [answer]);
  return (
    <PressList
      title="Modules"
      aside="self, base and new"
      columns={moduleColumns}
      hasHeader
      rowCount={answer.length}
      renderCell={useCells(answer, names, () => '')}
      rowText={(row) => comparedText(answer, names, row)}
      onPress={(row) => {
        const name = names.at(row);
        if (name === '') return;
        app.change({ view: 'top-functions', by: 'functions', search: exactly(name) }, 'push');
      }}
    />
  );
}

interface ComparedThreadsProps {
  readonly app: App;
  readonly answer: CompareThreadsAnswer;
}

/** What threads of one name had on both sides. One narrows both sides to it. */
export function ComparedThreads({ app, answer }: ComparedThreadsProps): JSX.Element {
  const names = useMemo(() => new NameList(answer.names), [answer]);
  return (
    <PressList
      title="Threads"
      aside={isOneFile(app) ? 'base and new' : 'by name, base and new'}
      columns={threadColumns}
      hasHeader
      rowCount={answer.length}
      renderCell={useCells(answer, names, (row) => threadCounts(answer, row))}
      rowText={(row) => comparedText(answer, names, row)}
      onPress={(row) => chooseThreads(app, answer.afterThreads[row] ?? [], names.at(row))}
    />
  );
}

/** `2 → 4` where a name stands for several threads. */
function threadCounts({ baseThreads, afterThreads }: CompareThreadsAnswer, row: number): string {
  const [base = 0, after = 0] = [baseThreads[row]?.length, afterThreads[row]?.length];
  return base <= 1 && after <= 1 ? '' : base === after ? `× ${base}` : `× ${base} → ${after}`;
}

function chooseThreads(app: App, threads: readonly number[], name: string): void {
  if (threads.length === 0) {
    app.announce(`${name} is only in the base: swap the sides to look at it`);
    return;
  }
  const chosen = app.state.value.threads;
  const isAlone =
    chosen.length === threads.length && chosen.every((thread) => threads.includes(thread));
  app.change({ threads: isAlone ? [] : threads }, 'push');
  app.announce(isAlone ? 'All threads' : `Only ${name}, on both sides`);
}

type RenderCell = (row: number, column: string, room: CellRoom) => ComponentChildren;

function useCells(
  answer: CompareAnswer,
  names: NameList,
  detail: (row: number) => string,
): RenderCell {
  return useMemo(() => {
    const rows = Int32Array.from({ length: answer.length }, (_, row) => row);
    const cells = comparedCells(answer, { names, modules: new NameList(answer.modules) }, rows);
    return (row, column, room) => {
      if (column !== 'name') return cells(row, column, room);
      const name = names.at(row) || 'unknown';
      const status = diffStatuses[answer.status[row] as number];
      const word = status === 'new' ? 'new' : status === 'removed' ? 'gone' : detail(row);
      return (
        <span title={name}>
          <span class="grid-strong">{name}</span>
          {word === '' ? null : <span class="compared-quiet"> {word}</span>}
        </span>
      );
    };
  }, [answer, names]);
}
