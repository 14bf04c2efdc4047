import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { NameList } from '../../../explore/index.ts';
import { shownColour } from '../../kit/flame/colour-option.tsx';
import { FlameSurface } from '../../kit/flame/flame-surface.tsx';
import type { FlameTable } from '../../kit/flame/flame-table.ts';
import { showFrameMenu } from '../../kit/flame/frame-menu.ts';
import type { ViewProps } from '../view.ts';

interface HalfProps extends ViewProps {
  /** Its root is the function. */
  readonly table: FlameTable;
  readonly side: 'callers' | 'callees';
  readonly sentence: string;
  readonly matches: Uint32Array | null;
}

const hints = [
  ['', 'double click makes it the function'],
  ['f', 'focus'],
] as const;

/** Callers grow upwards from the function, callees downwards. */
export function Half({ app, table, side, sentence, matches }: HalfProps): JSX.Element {
  const { keys } = table;
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
        {titles[side]} <span>{sentence}</span>
      </h2>
      <div class="sandwich-surface">
        <FlameSurface
          label={titles[side]}
          table={table}
          theme={app.theme.value}
          shape={side === 'callers' ? 'flame' : 'icicle'}
          colour={shownColour(app)}
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
