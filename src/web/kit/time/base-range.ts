import type { TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { baseShiftNs, otherFile, stopComparing } from '../compare/sides.ts';
import type { MenuItem } from '../menu-item.ts';
import { axisExtent } from './axis-extent.ts';
import { clampRange, selectionOf, withSelection, zoomedIn } from './nested-ranges.ts';
import { formatTimeSpan } from './time-axis.ts';

/** The selected range becomes what other times are compared with; what is selected next is the new side. */
export function setBaseRange(app: App, range: TimeRange): void {
  if (otherFile(app) !== null) {
    setSameBaseRange(app, range);
    return;
  }
  const { ranges } = app.state.value;
  app.change({ baseRange: range, ranges: withSelection(ranges, null), colour: 'diff' }, 'push');
  app.announce(`Base ${formatTimeSpan(range)}. Select the time to compare with it`);
}

/** The base of another file is narrowed to the same time since its start; the new side keeps its own. */
function setSameBaseRange(app: App, { startNs, endNs }: TimeRange): void {
  const extent = otherFile(app)?.extent ?? null;
  const shiftNs = baseShiftNs(app);
  if (extent === null || startNs - shiftNs >= extent.endNs) {
    app.announce(extent === null ? 'The base has no times' : 'The base had ended by then');
    return;
  }
  const range = clampRange({ startNs: startNs - shiftNs, endNs: endNs - shiftNs }, extent);
  app.change({ baseRange: range }, 'push');
  app.announce(`Base ${formatTimeSpan(range)}, as long since its start`);
}

/** What making a range the base's does, in a word for its button and a sentence. */
export function baseRangeWords(app: App): { readonly label: string; readonly title: string } {
  return otherFile(app) === null
    ? { label: 'Use as base', title: 'Compare other times with this one (B)' }
    : { label: 'In base too', title: 'Narrow the base to the same time since its start (B)' };
}

/** What can be done with the selected time; empty where there is none to act on. */
export function rangeMenuItems(app: App): readonly MenuItem[] {
  const extent = axisExtent(app);
  if (extent === null) return [];
  const { ranges, baseRange } = app.state.value;
  const selection = selectionOf(ranges, extent);
  const ofSelection: readonly MenuItem[] =
    selection === null
      ? [{ kind: 'heading', label: 'Drag to select a range' }]
      : [
          { kind: 'heading', label: formatTimeSpan(selection) },
          {
            kind: 'action',
            label: 'Zoom into it',
            key: 'z',
            run: () => app.change({ ranges: zoomedIn(ranges, extent) }, 'push'),
          },
          {
            kind: 'action',
            label: baseRangeWords(app).label,
            key: 'B',
            run: () => setBaseRange(app, selection),
          },
          {
            kind: 'action',
            label: 'Clear it',
            run: () => app.change({ ranges: withSelection(ranges, null) }, 'push'),
          },
        ];
  if (baseRange === null) return ofSelection;
  const isOther = otherFile(app) !== null;
  return [
    ...ofSelection,
    ...(isOther
      ? [
          {
            kind: 'action',
            label: 'All of the base',
            run: () => app.change({ baseRange: null }, 'push'),
          } as const,
        ]
      : []),
    { kind: 'line' },
    {
      kind: 'action',
      label: 'Compare',
      detail: `base ${formatTimeSpan(baseRange)}`,
      run: () => app.change({ view: 'compare' }, 'push'),
    },
    { kind: 'action', label: 'Stop comparing', run: () => stopComparing(app) },
  ];
}

/** Opens the menu where the pointer is. */
export function showRangeMenu(app: App, event: MouseEvent): void {
  event.preventDefault();
  const at = { x: event.clientX, y: event.clientY };
  app.showMenu({ label: 'Time range', items: rangeMenuItems(app), at });
}

/** `B`. */
export function makeRangeBase(app: App): void {
  const extent = axisExtent(app);
  const range = app.state.value.ranges.at(-1);
  if (extent === null || range === undefined) app.announce('Select a range first');
  else setBaseRange(app, range);
}
