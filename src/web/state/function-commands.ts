import type { App } from '../app/app.ts';
import type { MenuItem } from '../kit/menu-item.ts';
import type { Command } from './command.ts';
import { keyLabel } from './key-name.ts';
import { exactly } from './plain-search.ts';
import {
  collapseModuleStep,
  collapseRecursionStep,
  dropStep,
  focusStep,
  mergeStep,
  subtreeStep,
} from './transform-step.ts';
import type { Place } from './view-state.ts';

/** Something that is done with one function. */
export interface FunctionAction {
  readonly id: string;
  /** The verb alone, as buttons write it. */
  readonly verb: string;
  /** As the sheet and the palette write it. */
  readonly title: string;
  readonly key: string;
  readonly group: 'Transforms' | 'Views';
  run(app: App, target: FunctionTarget): void;
  isAvailable?(target: FunctionTarget): boolean;
}

/** The function that an action is for, and where it stands if that is known. */
export interface FunctionTarget extends Place {
  /** Names from the root to the function itself, for "focus subtree"; without it the zoom's. */
  readonly path?: readonly string[];
}

/** Everything that can be done with a function, in the order of menus. */
export const functionActions: readonly FunctionAction[] = [
  {
    id: 'focus',
    verb: 'Focus',
    title: 'Focus function',
    key: 'f',
    group: 'Transforms',
    run: (app, { name }) => app.transform(focusStep(name)),
  },
  {
    id: 'focus-subtree',
    verb: 'Focus subtree',
    title: 'Focus subtree',
    key: 'F',
    group: 'Transforms',
    run: (app, target) => app.transform(subtreeStep(pathOf(app, target))),
  },
  {
    id: 'merge',
    verb: 'Merge',
    title: 'Merge into caller',
    key: 'm',
    group: 'Transforms',
    run: (app, { name }) => app.transform(mergeStep(name)),
  },
  {
    id: 'drop',
    verb: 'Drop',
    title: 'Drop its samples',
    key: 'd',
    group: 'Transforms',
    run: (app, { name }) => app.transform(dropStep(name)),
  },
  {
    id: 'collapse-recursion',
    verb: 'Collapse recursion',
    title: 'Collapse recursion',
    key: 'r',
    group: 'Transforms',
    run: (app, { name }) => app.transform(collapseRecursionStep(name)),
  },
  {
    id: 'collapse-module',
    verb: 'Collapse module',
    title: 'Collapse its module',
    key: 'c',
    group: 'Transforms',
    run: (app, { module }) => app.transform(collapseModuleStep(module)),
    isAvailable: ({ module }) => module !== '',
  },
  showAction('sandwich', 'Sandwich', 's'),
  showAction('source', 'Source', 'e'),
  showAction('assembly', 'Assembly', 'a'),
];

function showAction(
  view: 'sandwich' | 'source' | 'assembly',
  verb: string,
  key: string,
): FunctionAction {
  return {
    id: `show-${view}`,
    verb,
    title: `Show in ${verb}`,
    key,
    group: 'Views',
    run(app, { name, module }) {
      // Line and instruction of the last function mean nothing in the next one.
      app.change({ view, selected: { name, module }, line: null, address: null }, 'push');
    },
  };
}

/** The part of the path that says where the function stands: its own, or the zoomed one's. */
function pathOf(app: App, { name, path }: FunctionTarget): readonly string[] {
  if (path !== undefined) return path;
  const { zoom, selectedPath, invert, by } = app.state.value;
  // An inverted path leads to the root, and modules or lines are no functions.
  if (!invert && by === 'functions' && selectedPath.at(-1) === name) return selectedPath;
  return zoom.at(-1) === name ? zoom : [name];
}

/** The same actions for keys and palette: they act on the selected function. */
export const functionCommands: readonly Command[] = functionActions.map((action) => ({
  id: action.id,
  title: action.title,
  keys: [action.key],
  group: action.group,
  run(app) {
    const { selected } = app.state.value;
    if (selected === null) app.announce('Select a function first');
    else action.run(app, selected);
  },
  isAvailable: (app) => {
    const { selected } = app.state.value;
    return selected !== null && action.isAvailable?.(selected) !== false;
  },
}));

/** The lines of a function's context menu; views put their own above or below. */
export function functionMenuItems(app: App, target: FunctionTarget): readonly MenuItem[] {
  const item = (action: FunctionAction): MenuItem => ({
    kind: 'action',
    label: action.title,
    key: keyLabel(action.key),
    isDisabled: action.isAvailable?.(target) === false,
    run: () => action.run(app, target),
  });
  const of = (group: FunctionAction['group']): readonly MenuItem[] =>
    functionActions.filter((each) => each.group === group).map(item);
  return [
    { kind: 'heading', label: target.name },
    ...of('Transforms'),
    { kind: 'line' },
    ...of('Views'),
    { kind: 'line' },
    { kind: 'action', label: 'Copy name', run: () => app.copy(target.name, 'Name') },
    {
      kind: 'action',
      label: 'Search for it',
      run: () => app.change({ search: exactly(target.name) }),
    },
  ];
}
