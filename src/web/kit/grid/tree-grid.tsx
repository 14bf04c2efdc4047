import type { ComponentChildren, JSX } from 'preact';
import { VirtualGrid } from './data-grid.tsx';
import type { TreeGridProps, TreePosition } from './grid-props.ts';
import './tree-grid.css';

/** A grid whose rows open and close. Its rows are the visible ones, flat, in order. */
export function TreeGrid(props: TreeGridProps): JSX.Element {
  const onKey = (event: KeyboardEvent, row: number): boolean =>
    props.onKey?.(event, row) === true || onTreeKey(event, row, props);
  return <VirtualGrid {...props} onKey={onKey} />;
}

function onTreeKey(event: KeyboardEvent, row: number, props: TreeGridProps): boolean {
  if (row < 0 || event.ctrlKey || event.altKey || event.metaKey) return false;
  const { isOpen } = props.treeOf(row);
  if (event.key === '*' && props.onOpenHeaviest !== undefined) {
    props.onOpenHeaviest(row);
    return true;
  }
  if (event.shiftKey) return false;
  if (event.key === 'ArrowRight') {
    if (isOpen === false) props.onToggle(row, true);
    else if (isOpen === true && row + 1 < props.rowCount) props.onSelect(row + 1);
    return true;
  }
  if (event.key !== 'ArrowLeft') return false;
  if (isOpen === true) props.onToggle(row, false);
  else if (props.parentRow(row) >= 0) props.onSelect(props.parentRow(row));
  return true;
}

const twistyPx = 16;
const levelPx = 24;

/** How a cell of a width indents: `deepest` levels of `stepPx`; deeper ones show their number instead. */
export interface TreeIndent {
  readonly stepPx: number;
  readonly deepest: number;
}

export function treeIndent(widthPx: number): TreeIndent {
  const stepPx = widthPx < 320 ? 4 : 12;
  return { stepPx, deepest: Math.max(4, Math.floor((widthPx * 0.5) / stepPx)) };
}

/** How many pixels the guides and the twisty take before a name. */
export function indentedPx(level: number, { stepPx, deepest }: TreeIndent): number {
  const isDeeper = level - 1 > deepest;
  return Math.min(level - 1, deepest) * stepPx + twistyPx + (isDeeper ? levelPx : 0);
}

/** Guide lines, twisty and what is named. */
export function TreeCell({
  position,
  indent: { stepPx, deepest },
  children,
}: {
  readonly position: TreePosition;
  readonly indent: TreeIndent;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { level, isOpen } = position;
  const width = Math.min(level - 1, deepest) * stepPx;
  return (
    <span class="tree-cell">
      <span class="tree-guides" style={{ width: `${width}px`, '--tree-step': `${stepPx}px` }} />
      {level - 1 > deepest ? <span class="tree-level">{level}</span> : null}
      <span class={`tree-twisty${isOpen === null ? ' tree-leaf' : isOpen ? ' tree-open' : ''}`}>
        {isOpen === null ? null : (
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M6 4.5 9.5 8 6 11.5" />
          </svg>
        )}
      </span>
      {children}
    </span>
  );
}
