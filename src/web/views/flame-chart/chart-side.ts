import type { FileFacts, Scope, TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { isOneFile, sideOf } from '../../kit/compare/sides.ts';
import { formatTimeSpan } from '../../kit/time/time-axis.ts';
import { shownRange } from '../../kit/time/window-moves.ts';

/** What the chart shows: the profile, or one side of a comparison. */
export interface ChartSide {
  readonly scope: Scope;
  readonly file: FileFacts;
  /** '' = nothing is compared. */
  readonly word: '' | 'base' | 'new side';
  /** On the clock of its file; null = there are no times. */
  readonly window: TimeRange | null;
  /** The window as the axis has it: on the clock of the new side, from which both count. */
  readonly axis: TimeRange | null;
  /** Whether the window is the page's range, which wheel and keys move. */
  readonly isMovable: boolean;
}

export function chartSide(app: App): ChartSide | null {
  const [base, file] = [app.baseScope.value, app.file.value];
  if (file === null) return null;
  const axis = shownRange(app, 'selection');
  if (base === null || app.state.value.side === 'new') {
    const word = base === null ? '' : 'new side';
    return { scope: app.scope.value, file, word, window: axis, axis, isMovable: true };
  }
  const old = app.files.value.find(({ index }) => index === base.file);
  if (old === undefined) return null;
  if (isOneFile(app)) {
    const { range } = base;
    return { scope: base, file: old, word: 'base', window: range, axis: range, isMovable: false };
  }
  const shiftNs = (old.extent?.startNs ?? 0) - (file.extent?.startNs ?? 0);
  const window =
    axis === null ? old.extent : { startNs: axis.startNs + shiftNs, endNs: axis.endNs + shiftNs };
  return { scope: base, file: old, word: 'base', window, axis, isMovable: true };
}

/** Said above the chart, so that nobody takes one side for the difference. */
export function sideNote(app: App, { scope, word, window }: ChartSide): string {
  if (word === '') return '';
  const title = sideOf(app, scope)?.title ?? '';
  const time = window === null || isOneFile(app) ? '' : `, ${formatTimeSpan(window)}`;
  const clock = word === 'base' && !isOneFile(app) ? ', at the same time since its start' : '';
  return `Shows the ${word}: ${title}${time}${clock}. What ran when is of one run: switch sides above.`;
}
