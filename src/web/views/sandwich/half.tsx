import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { NameList, type Sandwich } from '../../../explore/index.ts';
import { shownColour } from '../../kit/flame/colour-option.tsx';
import { FlameSurface } from '../../kit/flame/flame-surface.tsx';
import type { FlameTable } from '../../kit/flame/flame-table.ts';
import { showFrameMenu } from '../../kit/flame/frame-menu.ts';
import { formatShare } from '../../kit/quantity.ts';
import type { ViewProps } from '../view.ts';

interface HalfProps extends ViewProps {
  readonly sandwich: Sandwich;
  readonly side: 'callers' | 'callees';
  readonly matches: Uint32Array | null;
}

const hints = [
  ['', 'double click makes it the function'],
  ['f', 'focus'],
] as const;

/** Callers grow upwards from the function, callees downwards. */
export function Half({ app, sandwich, side, matches }: HalfProps): JSX.Element {
  const { keys, value, whole } = sandwich;
  const table = useMemo(
    (): FlameTable => ({ ...sandwich[side], keys, value, whole }),
    [sandwich, side, keys, value, whole],
  );
  const names = useMemo(() => new NameList(keys.names), [keys]);
  const texts = useMemo(() => new NameList(keys.texts), [keys]);
  // Which frame is looked at is of no interest elsewhere: selecting it would turn the page to it.
  const [cursor, setCursor] = useState({ table, row: -1 });
  const open = (row: number): void => {
    const key = table.key[row] as number;
    if (key >= keys.firstOther) return;
    app.select({ name: names.at(key), module: texts.at(keys.module[key] as number) });
    app.announce(`${names.at(key)} between its callers and callees`);
  };
  return (
    <section class="sandwich-half" data-side={side} aria-label={titles[side]}>
      <h2>
        {titles[side]} <span>{sentence(sandwich, side)}</span>
      </h2>
      <div class="sandwich-surface">
        <FlameSurface
          label={titles[side]}
          table={table}
          theme={app.theme.value}
          shape={side === 'callers' ? 'flame' : 'icicle'}
          colour={shownColour(app) === 'diff' ? 'module' : shownColour(app)}
          hidesRoot
          selected={cursor.table === table ? cursor.row : -1}
          matches={matches}
          hints={hints}
          onSelect={(row) => setCursor({ table, row })}
          onOpen={open}
          onMenu={(row, x, y) =>
            showFrameMenu(app, { table, names, texts, row, at: { x, y } }, [], side === 'callers')
          }
          announce={(message) => app.announce(message)}
        />
      </div>
    </section>
  );
}

const titles = { callers: 'Callers', callees: 'Callees' } as const;

/** `2 direct; 3.0 % is the function itself`. */
function sentence(sandwich: Sandwich, side: 'callers' | 'callees'): string {
  const tree = sandwich[side];
  let direct = tree.dropped[0] as number;
  for (let row = 1; row < tree.length; row = tree.subtreeEnd[row] as number) direct++;
  const own = (tree.self[0] as number) / (sandwich.total || 1);
  if (side === 'callees') {
    const self = sandwich.self / (sandwich.total || 1);
    const rest = `${formatShare(self)} of its total is the function itself`;
    return direct === 0 ? `none; ${rest}` : `${direct} direct; ${rest}`;
  }
  if (direct === 0) return 'none: it is where stacks begin';
  const began = own > 0 ? `; ${formatShare(own)} of its total begins with it` : '';
  return `${direct} direct; widths are shares of the function’s total${began}`;
}
