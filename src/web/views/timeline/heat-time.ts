import type { Scope, TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { baseShiftNs, isOneFile, otherFile } from '../../kit/compare/sides.ts';
import { axisExtent } from '../../kit/time/axis-extent.ts';
import {
  clampRange,
  sameRange,
  selectionOf,
  windowOf,
  withSelection,
} from '../../kit/time/nested-ranges.ts';
import type { ChangeKind } from '../../state/store.ts';
import type { ViewState } from '../../state/view-state.ts';

/** Whose time a heat map shows, on the clock of its own file, and what a drag in it selects. */
export interface HeatTime {
  readonly scope: Scope;
  readonly window: TimeRange;
  readonly selection: TimeRange | null;
  /** null clears. */
  select(range: TimeRange | null, kind: ChangeKind): void;
}

/** Null where the side has no times, or nothing is compared and the base is asked for. */
export function heatTime(app: App, side: ViewState['side']): HeatTime | null {
  return side === 'base' ? baseTime(app) : newTime(app);
}

function newTime(app: App): HeatTime | null {
  const [axis, extent] = [axisExtent(app), app.file.value?.extent ?? null];
  if (axis === null || extent === null) return null;
  const { ranges } = app.state.value;
  const window = within(windowOf(ranges, axis), extent);
  if (window === null) return null;
  return {
    scope: app.scope.value,
    window,
    selection: selectionOf(ranges, axis),
    select(range, kind) {
      const before = app.state.peek().ranges;
      const selection = range === null ? null : clampRange(range, window);
      app.change({ ranges: withSelection(before, selection) }, kind);
    },
  };
}

/** What is selected in the base is what the new side is compared with. */
function baseTime(app: App): HeatTime | null {
  const scope = app.baseScope.value;
  const window = baseWindow(app);
  if (scope === null || window === null) return null;
  const isOne = isOneFile(app);
  return {
    scope,
    window,
    selection: sameRange(scope.range, window) ? null : scope.range,
    select(range, kind) {
      // Of one file the base is nothing but its range.
      if (range === null && isOne) return;
      app.change({ baseRange: range === null ? null : clampRange(range, window) }, kind);
    },
  };
}

/** The same time since its start as is shown of the new side. */
function baseWindow(app: App): TimeRange | null {
  const { ranges } = app.state.value;
  const extent = axisExtent(app);
  if (isOneFile(app)) return extent === null ? null : windowOf(ranges, extent);
  const other = otherFile(app)?.extent ?? null;
  if (other === null || extent === null) return other;
  const { startNs, endNs } = windowOf(ranges, extent);
  const shiftNs = baseShiftNs(app);
  return within({ startNs: startNs - shiftNs, endNs: endNs - shiftNs }, other);
}

/** A map has no lines beyond the end of its file; null = all of it would be. */
function within(window: TimeRange, extent: TimeRange): TimeRange | null {
  return window.startNs >= extent.endNs ? null : clampRange(window, extent);
}
