import type { JSX } from 'preact';
import type { App } from '../app/app.ts';
import { MenuButton } from '../kit/menu.tsx';
import type { MenuItem } from '../kit/menu-item.ts';
import { type ExportChoice, exportView } from './export-view.ts';

/** What is written, and what for. */
const choices: readonly (readonly [ExportChoice, string, string])[] = [
  ['svg', 'Flame graph', 'SVG'],
  ['png', 'Flame graph', 'PNG'],
  ['csv', 'Table of functions', 'CSV'],
  ['json', 'Table of functions', 'JSON'],
  ['folded', 'Stacks', 'folded'],
  ['pprof', 'Profile', 'pprof'],
  ['speedscope', 'Profile', 'speedscope'],
  ['plateau', 'Profile', '.plateau'],
];

/** Writes what is seen: the selection after all filters and transforms. */
export function ExportMenu({ app }: { readonly app: App }): JSX.Element {
  return (
    <MenuButton label="Export" title="Export what is shown (x)" items={() => exportItems(app)}>
      Export
    </MenuButton>
  );
}

function exportItems(app: App): readonly MenuItem[] {
  const isCompared = app.baseScope.value !== null;
  return [
    { kind: 'heading', label: isCompared ? 'Base, new and change, as' : 'What is shown now, as' },
    ...choices.map(
      ([choice, label, detail]): MenuItem => ({
        kind: 'action',
        label,
        // It holds one profile.
        detail: isCompared && choice === 'speedscope' ? `${detail}, new side` : detail,
        run: () => {
          exportView(app, choice).catch((error: unknown) => {
            const reason = error instanceof Error ? error.message : String(error);
            app.announce(`Not exported: ${reason}`);
          });
        },
      }),
    ),
  ];
}
