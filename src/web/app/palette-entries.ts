import { type FunctionsAnswer, NameList } from '../../explore/index.ts';
import { formatShare } from '../kit/quantity.ts';
import { keyLabel } from '../state/key-name.ts';
import type { Place } from '../state/view-state.ts';
import { views } from '../views/view-table.ts';
import type { ShellApp } from './create-app.ts';
import { bestMatches } from './palette-match.ts';
import { commandsIn } from './shell-commands.ts';

/** One line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly heading: 'Commands' | 'Views' | 'Functions';
  readonly title: string;
  readonly key: string;
  readonly detail: string;
  run(): void;
}

/** More names than these are not looked through: they are the hottest ones. */
const mostFunctions = 20_000;
const shown = { commands: 8, views: 12, functions: 30 };

/** What the palette offers for a query: commands, views, functions. */
export function paletteEntries(
  app: ShellApp,
  query: string,
  functions: readonly PaletteEntry[],
): readonly PaletteEntry[] {
  const all = commandEntries(app);
  const limit = query.trim() === '' ? 100 : shown.commands;
  const of = (heading: PaletteEntry['heading']): readonly PaletteEntry[] =>
    all.filter((entry) => entry.heading === heading);
  const titleOf = ({ title }: PaletteEntry): string => title;
  return [
    ...bestMatches(of('Commands'), titleOf, query, limit),
    ...bestMatches(of('Views'), titleOf, query, shown.views),
    ...bestMatches(functions, titleOf, query, shown.functions),
  ];
}

function commandEntries(app: ShellApp): readonly PaletteEntry[] {
  const view = views.find(({ name }) => name === app.state.value.view);
  return commandsIn(view)
    .filter(({ where }) => where !== 'panel')
    .filter((command) => command.id !== 'palette' && command.isAvailable?.(app) !== false)
    .map((command) => ({
      id: command.id,
      heading: command.id.startsWith('view-') ? 'Views' : 'Commands',
      title: command.title,
      key: command.keys[0] === undefined ? '' : keyLabel(command.keys[0]),
      detail: '',
      run: () => command.run(app),
    }));
}

/** Choosing a function selects it, in a view that shows functions. */
export function functionEntries(app: ShellApp, answer: FunctionsAnswer): readonly PaletteEntry[] {
  const names = new NameList(answer.keys.names);
  const texts = new NameList(answer.keys.texts);
  const count = Math.min(answer.length, mostFunctions);
  return Array.from({ length: count }, (_, row) => {
    const key = answer.key[row] as number;
    const place = { name: names.at(key), module: texts.at(answer.keys.module[key] as number) };
    const share = (answer.total[row] as number) / Math.max(answer.whole, Number.MIN_VALUE);
    return {
      id: `function-${key}`,
      heading: 'Functions',
      title: place.name,
      key: '',
      detail: formatShare(share),
      run: () => choose(app, place),
    };
  });
}

function choose(app: ShellApp, place: Place): void {
  const view = views.find(({ name }) => name === app.state.value.view);
  const showsFunctions = view?.hasInspector === true || view?.name === 'sandwich';
  app.change({ selected: place, ...(showsFunctions ? {} : { view: 'top-functions' }) }, 'push');
  app.announce(`Selected ${place.name}`);
}
