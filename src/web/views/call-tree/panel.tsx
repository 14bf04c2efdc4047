import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import {
  type ChildrenAnswer,
  type CompareTreeRequest,
  searchExpression,
  type TreeAnswer,
  type TreeRequest,
} from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { type Matches, useMatches } from '../../engine/use-matches.ts';
import { comparisonOf } from '../../kit/compare/sides.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { fewSamples } from '../../kit/few-samples.ts';
import { TreeGrid } from '../../kit/grid/tree-grid.tsx';
import { KeyFacts } from '../../kit/key-facts.ts';
import { pathTo } from '../../kit/preorder-tree.ts';
import { useMatchStep } from '../../kit/use-match-step.ts';
import {
  type FunctionTarget,
  functionActions,
  functionMenuItems,
} from '../../state/function-commands.ts';
import type { ViewState } from '../../state/view-state.ts';
import type { ViewProps } from '../view.ts';
import { type CallRow, visibleRows } from './call-rows.ts';
import { type ComparableTree, cellRenderer, rowText } from './cells.tsx';
import { callTreeColumns, comparedColumns } from './columns-table.ts';
import { namesOfPath, OpenPaths } from './open-paths.ts';
import { findPlace, nextMatch, openHeaviest, openTo } from './tree-moves.ts';
import './call-tree.css';

/** Smaller rows are one row per parent until they are asked for. */
const leastShare = 0.0005;

/** Call paths as a table that opens and closes, from the root or from what ran. */
export function CallTreePanel({ app }: ViewProps): JSX.Element {
  const isCompared = app.baseScope.value !== null;
  // Of two sides small rows are not asked for one by one: the first that is opened brings them all.
  const isWhole = useSignal(false);
  const plain = useAnswer(app.engine, 'tree', () =>
    app.baseScope.value === null ? requestOf(app) : null,
  );
  const compared = useAnswer(app.engine, 'compareTree', () =>
    comparedRequestOf(app, isWhole.value ? 0 : leastShare),
  );
  const matches = useMatches(app, () => app.state.value.by);
  const { answer, error } = isCompared ? compared.value : plain.value;
  if (error !== null) return <EmptyState title={error.message} text={error.hint} />;
  if (answer === null) return <div class="call-tree" />;
  // The keys of a comparison are its own: the search's answer does not know them.
  const found = isCompared ? matchesByName(app, answer) : matches.value;
  const askAll = (): void => {
    isWhole.value = true;
  };
  return <Tree app={app} tree={answer} matches={found} onAskAll={askAll} />;
}

function comparedRequestOf(app: App, minimumShare: number): CompareTreeRequest | null {
  const sides = comparisonOf(app);
  return sides === null ? null : { ...sides, shape: shapeOf(app.state.value), minimumShare };
}

function matchesByName(app: App, tree: TreeAnswer): Matches {
  const { search } = app.state.value;
  if (search === '') return null;
  const facts = new KeyFacts(tree.keys);
  const { test } = searchExpression(search);
  return (key) => test(facts.name(key));
}

function requestOf(app: App): TreeRequest {
  return { scope: app.scope.value, shape: shapeOf(app.state.value), minimumShare: leastShare };
}

function shapeOf({ invert, by }: ViewState): TreeRequest['shape'] {
  return { direction: invert ? 'bottom-up' : 'top-down', order: 'weight', by };
}

interface TreeProps {
  readonly app: App;
  readonly tree: ComparableTree;
  readonly matches: Matches;
  /** Rows that a comparison left out are wanted. */
  readonly onAskAll: () => void;
}

/** What is open, kept apart for each direction and grouping. */
function openPathsOf(app: App): OpenPaths {
  const { invert, by } = app.state.value;
  return app.kept(`call-tree ${by} ${invert ? 'bottom-up' : 'top-down'}`, () => new OpenPaths());
}

function Tree({ app, tree, matches, onAskAll }: TreeProps): JSX.Element {
  const open = openPathsOf(app);
  const { invert } = app.state.value;
  const moves = useSignal(0);
  const facts = useMemo(() => new KeyFacts(tree.keys), [tree.keys]);
  useMemo(() => openAtFirst(app, open, tree, facts), [open, tree, facts]);
  const { rows, redraw, toggle } = useRows(app, { tree, facts, open, onAskAll });
  const select = (row: CallRow | undefined): void => {
    if (row === undefined) return;
    open.selected = row.path;
    moves.value++;
    if (row.key >= 0) app.select(facts.place(row.key), namesOf(row.keyPath, facts, invert));
  };
  useSelectionFromOutside(app, tree, facts, open, redraw);
  useMatchSteps(app, { tree, facts, open, matches, redraw });
  const renderCell = useMemo(() => cellRenderer(tree, facts, rows), [tree, facts, rows]);
  const rowAt = (row: number): CallRow => rows[row] as CallRow;
  return (
    <div class="call-tree">
      <TreeGrid
        label="Call tree"
        rowCount={rows.length}
        columns={tree.base === undefined ? callTreeColumns : comparedColumns}
        renderCell={renderCell}
        selectedRow={moves.value < 0 ? -1 : rows.findIndex(({ path }) => path === open.selected)}
        onSelect={(row) => select(rows[row])}
        onActivate={(row) => showSandwich(app, facts, rowAt(row))}
        onMenu={(row, at) => showMenu(app, facts, rowAt(row), at)}
        isMatch={(row) => (rowAt(row).key >= 0 ? (matches?.(rowAt(row).key) ?? false) : false)}
        isDim={(row) => rowAt(row).totalSamples < fewSamples}
        rowText={(row) => rowText(tree, facts, rowAt(row))}
        onKey={(event, row) => {
          // The page's own `F` knows no path; here the row has one.
          if (event.key !== 'F' || event.ctrlKey || rows[row] === undefined) return false;
          return focusSubtree(app, facts, rowAt(row));
        }}
        treeOf={rowAt}
        onToggle={(row, isOpen) => toggle(rowAt(row), isOpen)}
        parentRow={(row) => rows.indexOf(rowAt(row).parent as CallRow)}
        onOpenHeaviest={(row) => {
          open.selected = openHeaviest(tree, facts, open, Math.max(0, rowAt(row).at));
          redraw();
        }}
        empty={<EmptyState title="No samples here" text="The range and the steps leave none." />}
      />
    </div>
  );
}

interface RowsOf {
  readonly tree: ComparableTree;
  readonly facts: KeyFacts;
  readonly open: OpenPaths;
  readonly onAskAll: () => void;
}

interface ShownRows {
  readonly rows: readonly CallRow[];
  readonly redraw: () => void;
  readonly toggle: (row: CallRow, isOpen: boolean) => void;
}

/** The visible rows, and how they open and close. */
function useRows(app: App, { tree, facts, open, onAskAll }: RowsOf): ShownRows {
  const { invert } = app.state.value;
  const changes = useSignal(0);
  const asked = useRef<{ tree: TreeAnswer; answers: Map<string, ChildrenAnswer> }>({
    tree,
    answers: new Map(),
  });
  if (asked.current.tree !== tree) asked.current = { tree, answers: new Map() };
  const rows = useMemo(
    () => visibleRows({ tree, facts, open, asked: asked.current.answers, isBottomUp: invert }),
    [tree, facts, open, changes.value],
  );
  const redraw = (): void => {
    changes.value++;
  };
  const toggle = (row: CallRow, isOpen: boolean): void => {
    if (!isOpen) open.close(row.path);
    else if (row.small === 0) open.open(row.path);
    if (isOpen && needsAsking(row)) {
      if (tree.base !== undefined) onAskAll();
      else void askChildren(app, row, asked.current.answers, redraw);
    }
    redraw();
  };
  return { rows, redraw, toggle };
}

function showSandwich(app: App, facts: KeyFacts, { key }: CallRow): void {
  if (key >= 0) app.change({ view: 'sandwich', selected: facts.place(key) }, 'push');
}

/** Rows that the answer left out, and those below them. */
function needsAsking(row: CallRow): boolean {
  return row.at < 0;
}

async function askChildren(
  app: App,
  row: CallRow,
  answers: Map<string, ChildrenAnswer>,
  redraw: () => void,
): Promise<void> {
  // The row of small children is opened by asking for all children of its parent.
  const path = row.small > 0 ? (row.parent?.path ?? '') : row.path;
  if (answers.has(path)) return;
  const { state, scope } = app;
  const request = { scope: scope.value, shape: shapeOf(state.value), path: row.keyPath };
  const answer = await app.engine.ask('children', request).catch(() => null);
  if (answer === null) return;
  answers.set(path, answer);
  redraw();
}

function openAtFirst(app: App, open: OpenPaths, tree: TreeAnswer, facts: KeyFacts): void {
  if (open.isOpened || tree.length < 2) return;
  open.isOpened = true;
  const { selected, invert } = app.state.value;
  const chosen = selected === null ? -1 : findPlace(tree, facts, selected);
  if (chosen > 0) open.selected = openTo(tree, facts, open, chosen);
  else if (!invert) openHeaviest(tree, facts, open, 0);
}

function focusSubtree(app: App, facts: KeyFacts, row: CallRow): boolean {
  const action = functionActions.find(({ id }) => id === 'focus-subtree');
  if (row.key < 0 || action === undefined) return false;
  action.run(app, targetOf(app, facts, row));
  return true;
}

function showMenu(
  app: App,
  facts: KeyFacts,
  row: CallRow,
  at: { readonly x: number; readonly y: number },
): void {
  if (row.key < 0) return;
  const items = functionMenuItems(app, targetOf(app, facts, row));
  app.showMenu({ label: 'Function', items, at });
}

function targetOf(app: App, facts: KeyFacts, row: CallRow): FunctionTarget {
  const names = namesOfPath(row.path);
  const { invert } = app.state.value;
  // Processes are no functions, and a path from the leaf is not one from the root.
  const path = invert ? undefined : names.slice(firstFunction(row, facts));
  return { ...facts.place(row.key), ...(path === undefined ? {} : { path }) };
}

/** The stack of a row, its root first: bottom-up, that is the row itself. */
function namesOf(keyPath: readonly number[], facts: KeyFacts, isInverted: boolean): string[] {
  const names = keyPath.filter((key) => key < facts.keys.firstOther).map((key) => facts.name(key));
  return isInverted ? names.reverse() : names;
}

function firstFunction({ keyPath }: CallRow, { keys }: KeyFacts): number {
  const first = keyPath.findIndex((key) => key < keys.firstOther);
  return Math.max(0, first);
}

/** Another view selected a function: its heaviest call path is shown. */
function useSelectionFromOutside(
  app: App,
  tree: TreeAnswer,
  facts: KeyFacts,
  open: OpenPaths,
  redraw: () => void,
): void {
  const { selected } = app.state.value;
  useLayoutEffect(() => {
    if (selected === null) return;
    if (namesOfPath(open.selected).at(-1) === selected.name) return;
    const node = findPlace(tree, facts, selected);
    if (node <= 0) return;
    open.selected = openTo(tree, facts, open, node);
    redraw();
  }, [selected]);
}

interface Searched {
  readonly tree: TreeAnswer;
  readonly facts: KeyFacts;
  readonly open: OpenPaths;
  readonly matches: Matches;
  readonly redraw: () => void;
}

/** The next match in the order of the tree, whose path is opened. */
function useMatchSteps(app: App, { tree, facts, open, matches, redraw }: Searched): void {
  useMatchStep(app, (direction) => {
    const node = matches === null ? -1 : nextMatch(tree, facts, open, matches, direction);
    if (node <= 0) return;
    open.selected = openTo(tree, facts, open, node);
    const keys = pathTo(tree, node).map((each) => tree.key[each] as number);
    const path = namesOf(keys, facts, app.state.peek().invert);
    app.select(facts.place(tree.key[node] as number), path);
    redraw();
  });
}
