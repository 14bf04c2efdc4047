import type { JSX } from 'preact';
import { Menu } from '../kit/menu.tsx';
import type { ShellApp } from './create-app.ts';
import { HideDialog } from './hide-dialog.tsx';
import { Palette } from './palette.tsx';
import { Sheet } from './sheet.tsx';

/** What stands in front of the page: a menu, the palette, the keyboard sheet. */
export function Layers({ app }: { readonly app: ShellApp }): JSX.Element | null {
  const layer = app.layer.value;
  const close = (): void => {
    app.layer.value = { kind: 'none' };
  };
  if (layer.kind === 'menu') return <Menu {...layer.menu} onClose={close} />;
  if (layer.kind === 'palette') return <Palette app={app} onClose={close} />;
  if (layer.kind === 'sheet') return <Sheet app={app} onClose={close} />;
  return layer.kind === 'hide' ? <HideDialog app={app} onClose={close} /> : null;
}
