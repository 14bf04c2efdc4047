import type { ComponentChildren, JSX } from 'preact';
import type { TreeAnswer } from '../../../explore/index.ts';
import { changeClass } from '../../kit/compare/change-class.ts';
import { FamilySwatch } from '../../kit/family-swatch.tsx';
import { fewSamples, fewSamplesTip } from '../../kit/few-samples.ts';
import { FunctionName } from '../../kit/function-name.tsx';
import type { CellRoom } from '../../kit/grid/grid-props.ts';
import { indentedPx, TreeCell, treeIndent } from '../../kit/grid/tree-grid.tsx';
import type { KeyFacts } from '../../kit/key-facts.ts';
import { KindWord } from '../../kit/kind-word.tsx';
import { MeasureBar } from '../../kit/measure-bar.tsx';
import {
  formatChange,
  formatCount,
  formatCounted,
  formatShare,
  formatShareOrNothing,
  formatValue,
} from '../../kit/quantity.ts';
import type { CallRow } from './call-rows.ts';

/** A tree, with the other side's numbers while two things are compared. */
export interface ComparableTree extends TreeAnswer {
  readonly base?: { readonly self: Float64Array; readonly total: Float64Array };
}

export function cellRenderer(
  tree: ComparableTree,
  facts: KeyFacts,
  rows: readonly CallRow[],
): (row: number, column: string, room: CellRoom) => ComponentChildren {
  const whole = tree.total[0] ?? 0;
  const share = (value: number): number => (whole === 0 ? 0 : value / whole);
  return (at, column, room) => {
    const row = rows[at];
    if (row === undefined) return null;
    switch (column) {
      case 'total':
        return <Share share={share(row.total)} samples={row.totalSamples} />;
      case 'self':
        return <Share share={share(row.self)} samples={row.selfSamples} />;
      case 'value':
        return valueOrNothing(row.total, tree.value.unit);
      case 'base':
        return row.at < 0 ? '' : valueOrNothing(tree.base?.total[row.at] ?? 0, tree.value.unit);
      case 'change':
        return <Change row={row} tree={tree} of="total" />;
      case 'self-change':
        return <Change row={row} tree={tree} of="self" />;
      case 'samples':
        return formatCount(row.totalSamples);
      case 'bar':
        return <MeasureBar self={share(row.self)} total={share(row.total)} />;
      case 'name':
        return <NameCell row={row} facts={facts} room={room} />;
      case 'module':
        return row.key < 0 ? null : <Module facts={facts} of={row.key} />;
      default:
        return row.key < 0 ? null : <code title={facts.file(row.key)}>{facts.where(row.key)}</code>;
    }
  };
}

function valueOrNothing(value: number, unit: string): string {
  return value === 0 ? '–' : formatValue(value, unit);
}

function Share({
  share,
  samples,
}: {
  readonly share: number;
  readonly samples: number;
}): JSX.Element {
  const isFew = samples < fewSamples && samples > 0;
  return (
    <span class={isFew ? 'share-few' : 'grid-strong'} title={isFew ? fewSamplesTip(samples) : ''}>
      {formatShareOrNothing(share)}
    </span>
  );
}

interface ChangeProps {
  readonly row: CallRow;
  readonly tree: ComparableTree;
  readonly of: 'self' | 'total';
}

/** New less base, signed. */
function Change({ row, tree, of }: ChangeProps): JSX.Element | null {
  if (row.at < 0 || tree.base === undefined) return null;
  const change = (tree[of][row.at] as number) - (tree.base[of][row.at] as number);
  return <span class={changeClass(change)}>{formatChange(change, tree.value.unit)}</span>;
}

const leastForWord = 26;

interface NameCellProps {
  readonly row: CallRow;
  readonly facts: KeyFacts;
  readonly room: CellRoom;
}

function NameCell({ row, facts, room }: NameCellProps): JSX.Element {
  const indent = treeIndent(room.widthPx);
  const characterPx = room.widthPx / Math.max(1, room.characters);
  const left = Math.floor((room.widthPx - indentedPx(row.level, indent)) / characterPx);
  const kind = row.key < 0 ? '' : facts.kindWord(row.key, row.isInlined);
  // In little room the name comes first.
  const word = left < leastForWord ? '' : kind;
  const characters = left - (word === '' ? 0 : word.length + 1);
  return (
    <TreeCell position={row} indent={indent}>
      {row.small > 0 ? (
        <span class="call-tree-small">{formatCount(row.small)} smaller</span>
      ) : (
        <FunctionName name={facts.name(row.key)} characters={characters} />
      )}
      <KindWord word={word} />
    </TreeCell>
  );
}

function Module({
  facts,
  of,
}: {
  readonly facts: KeyFacts;
  readonly of: number;
}): JSX.Element | null {
  const module = facts.module(of);
  return module === '' ? null : (
    <span class="call-tree-module" title={module}>
      <FamilySwatch family={facts.family(of)} />
      {module}
    </span>
  );
}

/** A row for the clipboard: its name indented as in the tree, and its numbers. */
export function rowText(tree: TreeAnswer, facts: KeyFacts, row: CallRow): string {
  const whole = tree.total[0] ?? 0;
  const name = row.small > 0 ? `${row.small} smaller` : facts.name(row.key);
  return [
    name,
    formatShare(whole === 0 ? 0 : row.total / whole),
    formatValue(row.total, tree.value.unit),
    formatValue(row.self, tree.value.unit),
    formatCounted(row.totalSamples, 'sample'),
  ].join('\t');
}
