import type { NameList } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { functionMenuItems } from '../../state/function-commands.ts';
import { stackText } from '../../state/stack-text.ts';
import type { MenuItem } from '../menu-item.ts';
import { pathTo } from '../preorder-tree.ts';
import type { FlameTable } from './flame-table.ts';
import { stackNames } from './stack-names.ts';

export interface MenuFrame {
  readonly table: FlameTable;
  readonly names: NameList;
  readonly texts: NameList;
  readonly row: number;
  readonly at: { readonly x: number; readonly y: number };
}

/** The menu of a frame: what can be done with its function, and with where it stands. */
export function showFrameMenu(
  app: App,
  frame: MenuFrame,
  own: readonly MenuItem[],
  isInverted = false,
): void {
  const { table, names, texts, row, at } = frame;
  const key = table.key[row] as number;
  const { keys } = table;
  const name = names.at(key);
  const copyStack: MenuItem = {
    kind: 'action',
    label: 'Copy stack',
    key: 'y',
    run: () => app.copy(stackText(stackNames(table, row, names, isInverted)), 'Stack'),
  };
  // The root and the processes are no code: nothing can be done with them but look.
  const isCode = key < keys.firstOther;
  const codePath = pathTo(table, row)
    .filter((each) => (table.key[each] as number) < keys.firstOther)
    .map((each) => names.at(table.key[each] as number));
  const target = { name, module: texts.at(keys.module[key] ?? 0), path: codePath };
  const items = isCode
    ? functionMenuItems(app, target)
    : [{ kind: 'heading' as const, label: name }];
  app.showMenu({ label: name, items: [...items, copyStack, ...own], at });
}
