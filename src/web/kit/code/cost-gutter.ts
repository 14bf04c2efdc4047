import { type Extension, StateEffect, type StateEffectType, StateField } from '@codemirror/state';
import { GutterMarker, gutter } from '@codemirror/view';

export type CostTone = '' | 'less' | 'more';

/** What one line shows in the gutters. */
export interface LineCost {
  /** As written: `8.8 %`; '' = nothing. */
  readonly self: string;
  readonly total: string;
  /** Strength of the ink, 0 … 1. */
  readonly selfInk: number;
  readonly totalInk: number;
  /** Of a comparison: whether it became less or more; '' = neither, or nothing is compared. */
  readonly selfTone: CostTone;
  readonly totalTone: CostTone;
  /** Exact numbers, for the tooltip. */
  readonly title: string;
}

export type LineCosts = ReadonlyMap<number, LineCost>;

export const setLineCosts: StateEffectType<LineCosts> = StateEffect.define<LineCosts>();

const lineCostField = StateField.define<LineCosts>({
  create: () => new Map(),
  update: (costs, transaction) =>
    transaction.effects.reduce(
      (now, effect) => (effect.is(setLineCosts) ? effect.value : now),
      costs,
    ),
});

class CostMarker extends GutterMarker {
  readonly #text: string;
  readonly #ink: number;
  readonly #tone: CostTone;
  readonly #title: string;

  constructor(cost: LineCost, part: 'self' | 'total') {
    super();
    this.#text = cost[part];
    this.#ink = part === 'self' ? cost.selfInk : cost.totalInk;
    this.#tone = part === 'self' ? cost.selfTone : cost.totalTone;
    this.#title = cost.title;
  }

  override eq(other: GutterMarker): boolean {
    return (
      other instanceof CostMarker &&
      other.#text === this.#text &&
      other.#ink === this.#ink &&
      other.#title === this.#title
    );
  }

  override toDOM(): Node {
    const cell = document.createElement('span');
    cell.className = this.#tone === '' ? 'cost' : `cost cost-${this.#tone}`;
    cell.textContent = this.#text;
    cell.title = this.#title;
    cell.style.setProperty('--ink', `${Math.round(this.#ink * 100)}%`);
    return cell;
  }
}

/** Self and total beside each line; only lines in view are drawn. */
export function costGutters(onLine: (line: number) => void): Extension {
  const column = (part: 'self' | 'total'): Extension =>
    gutter({
      class: `cost-${part}`,
      lineMarker(view, block) {
        const costs = view.state.field(lineCostField);
        const cost = costs.get(view.state.doc.lineAt(block.from).number);
        if (cost === undefined || cost[part] === '') return null;
        return new CostMarker(cost, part);
      },
      lineMarkerChange: (update) =>
        update.transactions.some((each) => each.effects.some((effect) => effect.is(setLineCosts))),
      domEventHandlers: {
        mousedown(view, block) {
          onLine(view.state.doc.lineAt(block.from).number);
          return true;
        },
      },
    });
  return [lineCostField, column('self'), column('total')];
}
