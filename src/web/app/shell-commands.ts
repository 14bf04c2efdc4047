import { stopComparing, swapSides } from '../kit/compare/sides.ts';
import { makeRangeBase } from '../kit/time/base-range.ts';
import { type Command, commandGroups } from '../state/command.ts';
import { functionCommands } from '../state/function-commands.ts';
import { stackText } from '../state/stack-text.ts';
import { onlyMyCodeStep } from '../state/transform-step.ts';
import type { View } from '../views/view.ts';
import { views } from '../views/view-table.ts';
import { chooseFiles } from './choose-files.ts';
import type { ShellApp } from './create-app.ts';
import { searchFieldId } from './search-field.tsx';

/** A command of the shell: it may do what views may not. */
export interface ShellCommand extends Omit<Command, 'run' | 'isAvailable'> {
  run(app: ShellApp): void;
  isAvailable?(app: ShellApp): boolean;
}

const hasFile = (app: ShellApp): boolean => app.file.value !== null;
const isCompared = (app: ShellApp): boolean => app.baseScope.value !== null;

const ownCommands: readonly ShellCommand[] = [
  {
    id: 'search',
    title: 'Search',
    keys: ['/', 'Ctrl+f'],
    group: 'Find',
    run: () => document.getElementById(searchFieldId)?.focus(),
  },
  {
    id: 'next-match',
    title: 'Next match or hot line',
    keys: ['n'],
    group: 'Find',
    run: (app) => app.stepMatch(1),
    isAvailable: hasFile,
  },
  {
    id: 'previous-match',
    title: 'Previous match or hot line',
    keys: ['N'],
    group: 'Find',
    run: (app) => app.stepMatch(-1),
    isAvailable: hasFile,
  },
  {
    id: 'palette',
    title: 'Commands',
    keys: ['Ctrl+k'],
    group: 'Find',
    run(app) {
      app.layer.value = { kind: 'palette' };
    },
  },
  {
    id: 'sheet',
    title: 'Keyboard shortcuts',
    keys: ['?'],
    group: 'Find',
    run(app) {
      app.layer.value = { kind: 'sheet' };
    },
  },
  {
    id: 'open',
    title: 'Open a file…',
    keys: ['Ctrl+o'],
    group: 'File',
    run: (app) => chooseFiles(app),
  },
  {
    id: 'theme',
    title: 'Next theme: system, light, dark',
    keys: [],
    group: 'Display',
    run: (app) => app.nextTheme(),
  },
  {
    id: 'inspector',
    title: 'Show or hide the inspector',
    keys: ['p'],
    group: 'Display',
    run: (app) => app.toggleInspector(),
    isAvailable: hasFile,
  },
  {
    id: 'copy-link',
    title: 'Copy a link to this view',
    keys: [],
    group: 'File',
    run: (app) => app.copy(location.href, 'Link'),
    isAvailable: hasFile,
  },
  {
    id: 'copy-stack',
    title: 'Copy the stack of the selected frame',
    keys: ['y'],
    group: 'File',
    run: (app) => copyStack(app),
    isAvailable: hasFile,
  },
  {
    id: 'base-range',
    title: 'Use the range as base of a comparison',
    keys: ['B'],
    group: 'Move',
    run: (app) => makeRangeBase(app),
    isAvailable: hasFile,
  },
  {
    id: 'swap-sides',
    title: 'Swap base and new',
    keys: ['w'],
    group: 'Display',
    run: swapSides,
    isAvailable: isCompared,
  },
  {
    id: 'stop-comparing',
    title: 'Stop comparing',
    keys: [],
    group: 'Display',
    run: stopComparing,
    isAvailable: isCompared,
  },
  {
    id: 'undo',
    title: 'Undo the last step',
    keys: ['Backspace', 'Ctrl+z'],
    group: 'Transforms',
    run: (app) => app.undo(),
    isAvailable: hasFile,
  },
  {
    id: 'redo',
    title: 'Redo',
    keys: ['Ctrl+y', 'Ctrl+Shift+z'],
    group: 'Transforms',
    run: (app) => app.redo(),
    isAvailable: hasFile,
  },
  {
    id: 'only-my-code',
    title: 'Only my code',
    keys: ['o'],
    group: 'Transforms',
    run: (app) => toggleMyCode(app),
    isAvailable: hasFile,
  },
  {
    id: 'hide',
    title: 'Hide functions by expression…',
    keys: ['h'],
    group: 'Transforms',
    run(app) {
      app.layer.value = { kind: 'hide' };
    },
    isAvailable: hasFile,
  },
  {
    id: 'up',
    title: 'Close, clear the search, zoom out',
    keys: ['Escape'],
    group: 'Move',
    run: (app) => goUp(app),
  },
];

function copyStack(app: ShellApp): void {
  const { selectedPath } = app.state.value;
  if (selectedPath.length > 0) app.copy(stackText(selectedPath), 'Stack');
  else app.announce('Select a frame first, in a flame graph, the flame chart or the call tree');
}

function toggleMyCode(app: ShellApp): void {
  const { transforms } = app.state.value;
  if (!transforms.includes(onlyMyCodeStep)) {
    app.transform(onlyMyCodeStep);
    return;
  }
  const rest = transforms.filter((step) => step !== onlyMyCodeStep);
  app.change({ transforms: rest, zoom: [] }, 'push');
  app.announce('All code');
}

/** One level at a time: the zoom, then the search, then the selection. */
function goUp(app: ShellApp): void {
  const { zoom, search, selected } = app.state.value;
  if (zoom.length > 0) app.change({ zoom: zoom.slice(0, -1) });
  else if (search !== '') app.change({ search: '' });
  else if (selected !== null) app.select(null);
}

const viewCommands: readonly ShellCommand[] = views.map(({ name, title, key }) => ({
  id: `view-${name}`,
  title,
  keys: [key],
  group: 'Views',
  run: (app) => app.change({ view: name }, 'push'),
}));

/** Everything that can be done while a view is shown: the view's own commands win. */
export function commandsIn(view: View | undefined): readonly ShellCommand[] {
  const own: readonly ShellCommand[] = view?.commands ?? [];
  const taken = new Set(own.map(({ id }) => id));
  const rest = [...ownCommands, ...viewCommands, ...functionCommands];
  const order = (command: ShellCommand): number => commandGroups.indexOf(command.group);
  return [...own, ...rest.filter(({ id }) => !taken.has(id))].sort((a, b) => order(a) - order(b));
}
