import { Component, type JSX } from 'preact';
import type { PlacedColumn } from './column.ts';
import type { DataGridProps, TreePosition } from './grid-props.ts';

export interface GridRowProps {
  readonly id: string;
  readonly row: number;
  readonly y: number;
  readonly columns: readonly PlacedColumn[];
  readonly characterPx: number;
  readonly isSelected: boolean;
  readonly isMatch: boolean;
  readonly isDim: boolean;
  readonly level: number;
  readonly isOpen: boolean | null;
  readonly isTree: boolean;
  readonly renderCell: DataGridProps['renderCell'];
}

export const noPosition: TreePosition = { level: 0, isOpen: null };

/** Padding at both sides of a cell, as in grid.css. */
const cellPadding = 20;

/** Drawn anew only when one of its properties is another: scrolling moves rows, it does not redraw them. */
export class GridRow extends Component<GridRowProps> {
  override shouldComponentUpdate(next: GridRowProps): boolean {
    const now = this.props;
    return (Object.keys(next) as (keyof GridRowProps)[]).some((name) => now[name] !== next[name]);
  }

  override render(): JSX.Element {
    const { id, row, y, columns, characterPx, isSelected, level, isOpen, isTree } = this.props;
    const tree = isTree
      ? { 'aria-level': level, ...(isOpen === null ? {} : { 'aria-expanded': isOpen }) }
      : {};
    return (
      // The grid itself has the focus and the keys: rows are reached by aria-activedescendant.
      <div
        id={id}
        class={this.#className()}
        role="row"
        aria-rowindex={row + 2}
        aria-selected={isSelected}
        data-row={row}
        {...tree}
        style={{ transform: `translateY(${y}px)` }}
      >
        {columns.map((column) => (
          <div
            key={column.id}
            class={`grid-cell${column.align === 'end' ? ' grid-end' : ''}`}
            role={column.isRowHeader === true ? 'rowheader' : 'gridcell'}
            data-column={column.id}
          >
            {this.props.renderCell(row, column.id, {
              widthPx: column.widthPx - cellPadding,
              characters: Math.floor((column.widthPx - cellPadding) / characterPx),
            })}
          </div>
        ))}
      </div>
    );
  }

  #className(): string {
    const { isSelected, isMatch, isDim } = this.props;
    return `grid-row${isSelected ? ' grid-selected' : ''}${isMatch ? ' grid-match' : ''}${isDim ? ' grid-dim' : ''}`;
  }
}
