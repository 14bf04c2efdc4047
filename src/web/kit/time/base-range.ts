import type { TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { stopComparing } from '../compare/sides.ts';
import type { MenuItem } from '../menu-item.ts';
import { selectionOf, withSelection, zoomedIn } from './nested-ranges.ts';
import { formatTimeSpan } from './time-axis.ts';

/** The selected range becomes what other times are compared with; what is selected next is the new side. */
export function setBaseRange(app: App, range: TimeRange): void {
  const { ranges } = app.state.value;
  app.change({ baseRange: range, ranges: withSelection(ranges, null), colour: 'diff' }, 'push');
  app.announce(`Base ${formatTimeSpan(range)}. Select the time to compare with it`);
}

/** What can be done with the selected time; empty where there is none to act on. */
export function rangeMenuItems(app: App): readonly MenuItem[] {
  const extent = app.file.value?.extent ?? null;
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
            label: 'Use as base',
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
  return [
    ...ofSelection,
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
  const extent = app.file.value?.extent ?? null;
  const range = app.state.value.ranges.at(-1);
  if (extent === null || range === undefined) app.announce('Select a range first');
  else setBaseRange(app, range);
}
