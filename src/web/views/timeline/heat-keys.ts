import type { HeatAnswer, TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { clampRange } from '../../kit/time/nested-ranges.ts';
import { formatTimeSpan } from '../../kit/time/time-axis.ts';
import { cellsRange, type HeatDirection } from './heat-cells.ts';
import type { HeatTime } from './heat-time.ts';

/** Selects cells by keys: arrows move, with Shift the selection grows from where it began. */
export class HeatKeys {
  readonly #app: App;
  #anchor = -1;
  #cell = -1;
  #hasPushed = false;

  constructor(app: App) {
    this.#app = app;
  }

  /** The next key is another step that can be taken back. */
  leave(): void {
    this.#hasPushed = false;
  }

  press(event: KeyboardEvent, answer: HeatAnswer, time: HeatTime): void {
    const { selection, window } = time;
    if (event.key === 'Escape' && selection !== null) {
      event.preventDefault();
      time.select(null, 'push');
      this.#app.announce('Range cleared');
      return;
    }
    const step = stepOf(event.key, this.#cell, answer, this.#app.state.peek().heat);
    if (step === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const last = answer.lines * answer.cellsPerLine - 1;
    const from = selection === null || this.#cell < 0 ? firstCell(answer, selection) : this.#cell;
    const isFirst = selection === null;
    this.#cell = Math.min(Math.max(from + (isFirst ? 0 : step), 0), last);
    if (!event.shiftKey || isFirst || this.#anchor < 0) this.#anchor = this.#cell;
    const range = clampRange(cellsRange(answer, this.#anchor, this.#cell), window);
    const kind = this.#hasPushed ? 'replace' : 'push';
    this.#hasPushed = true;
    time.select(range, kind);
    this.#app.announce(`Range ${formatTimeSpan(range)}`);
  }
}

/** How many cells a key moves by; null = it means nothing here. */
function stepOf(
  key: string,
  cell: number,
  { cellsPerLine }: HeatAnswer,
  direction: HeatDirection,
): number | null {
  const at = Math.max(cell, 0) % cellsPerLine;
  const ends: Readonly<Record<string, number>> = { Home: -at, End: cellsPerLine - 1 - at };
  const [right, up] = direction === 'rows' ? [1, -cellsPerLine] : [cellsPerLine, 1];
  const arrows: Readonly<Record<string, number>> = {
    ArrowLeft: -right,
    ArrowRight: right,
    ArrowUp: up,
    ArrowDown: -up,
  };
  return arrows[key] ?? ends[key] ?? null;
}

/** Where the selection begins, else where the time does. */
function firstCell({ startNs, lineNs, cellsPerLine }: HeatAnswer, from: TimeRange | null): number {
  return from === null ? 0 : Math.floor(((from.startNs - startNs) / lineNs) * cellsPerLine);
}
