import type { JSX } from 'preact';
import { Menu } from '../kit/menu.tsx';
import type { ShellApp } from './create-app.ts';

/** What stands in front of the page: a menu, the palette, the keyboard sheet. */
export function Layers({ app }: { readonly app: ShellApp }): JSX.Element | null {
  const layer = app.layer.value;
  const close = (): void => {
    app.layer.value = { kind: 'none' };
  };
  if (layer.kind === 'menu') return <Menu {...layer.menu} onClose={close} />;
  return null;
}
