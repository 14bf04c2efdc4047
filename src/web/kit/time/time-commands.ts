import type { App } from '../../app/app.ts';
import type { Command } from '../../state/command.ts';
import { axisExtent } from './axis-extent.ts';
import { clampRange, selectionOf, windowOf, withSelection, zoomedIn } from './nested-ranges.ts';
import { formatTimeSpan } from './time-axis.ts';
import { type Shown, WindowMoves } from './window-moves.ts';

function command(
  id: string,
  title: string,
  keys: readonly string[],
  run: (app: App) => void,
): Command {
  return { id: `time-${id}`, title, keys, group: 'Move', run, isAvailable: hasTime };
}

/** What the keyboard does to the time that a view shows. */
export function timeCommands(shown: Shown): readonly Command[] {
  return [
    command('zoom-range', 'Zoom into the range', ['z'], zoomIntoRange),
    command('zoom-in', 'Zoom in on the time axis', ['+', '='], (app) =>
      new WindowMoves(app, shown).zoom(0.5),
    ),
    command('zoom-out', 'Zoom out on the time axis', ['-', '−'], (app) =>
      new WindowMoves(app, shown).zoom(2),
    ),
    command('grow', 'Grow the range', ['Shift+ArrowRight'], (app) => resize(app, 1)),
    command('shrink', 'Shrink the range', ['Shift+ArrowLeft'], (app) => resize(app, -1)),
  ];
}

function hasTime(app: App): boolean {
  return (app.file.value?.extent ?? null) !== null;
}

function zoomIntoRange(app: App): void {
  const extent = axisExtent(app);
  if (extent === null) return;
  const { ranges } = app.state.value;
  const next = zoomedIn(ranges, extent);
  if (next === ranges) {
    app.announce('No range is selected');
    return;
  }
  app.change({ ranges: next }, 'push');
  app.announce(`Showing ${formatTimeSpan(windowOf(next, extent))}`);
}

/** The end of the range moves by a twentieth of what is shown. */
function resize(app: App, direction: 1 | -1): void {
  const extent = axisExtent(app);
  if (extent === null) return;
  const { ranges } = app.state.value;
  const window = windowOf(ranges, extent);
  const step = (window.endNs - window.startNs) / 20;
  const range = selectionOf(ranges, extent) ?? window;
  const next = clampRange(
    {
      startNs: range.startNs,
      endNs: Math.max(range.startNs + step / 4, range.endNs + direction * step),
    },
    window,
  );
  app.change({ ranges: withSelection(ranges, next) }, 'push');
  app.announce(`Range ${formatTimeSpan(next)}`);
}
