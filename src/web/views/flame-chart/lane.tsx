import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type FlameChartAnswer, NameList, type PackedKeys } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { FlameSurface } from '../../kit/flame/flame-surface.tsx';
import { narrowest } from '../../kit/flame/frame-layout.ts';
import { showFrameMenu } from '../../kit/flame/frame-menu.ts';
import { stackNames } from '../../kit/flame/stack-names.ts';
import { formatCounted, formatValue } from '../../kit/quantity.ts';
import { axisExtent } from '../../kit/time/axis-extent.ts';
import { clampRange, windowOf, withSelection } from '../../kit/time/nested-ranges.ts';
import { formatTimeSpan } from '../../kit/time/time-axis.ts';
import { chartColour } from './chart-colour.ts';
import { laneTable } from './lane-table.ts';

interface LaneProps {
  readonly app: App;
  readonly answer: FlameChartAnswer;
  readonly keys: PackedKeys;
  readonly lane: number;
  readonly name: string;
  readonly matches: Uint32Array | null;
  /** How wide the window is drawn. */
  readonly pixels: number;
  /** It is the only one: it may be as high as there is room. */
  readonly isAlone: boolean;
}

/** Deeper lanes scroll inside. */
const mostRows = 22;

const hints = [
  ['double click', 'sets the range'],
  ['Ctrl wheel', 'zooms'],
] as const;

/** One thread over time. */
export function Lane(props: LaneProps): JSX.Element {
  const { app, answer, keys, lane, name, matches, isAlone } = props;
  const table = useMemo(() => laneTable(answer, lane, keys), [answer, lane, keys]);
  const names = useMemo(() => new NameList(keys.names), [keys]);
  const texts = useMemo(() => new NameList(keys.texts), [keys]);
  const [selected, setSelected] = useState(-1);
  const depth = Math.min(mostRows, drawnDepth(answer, lane, props.pixels));
  const isCode = (row: number): boolean => (table.key[row] as number) < keys.firstOther;
  const open = (row: number): void => {
    const extent = axisExtent(app);
    if (row <= 0 || extent === null) return;
    const startNs = answer.window.startNs + (table.start?.[row] ?? 0);
    const range = { startNs, endNs: startNs + (table.total[row] as number) };
    const { ranges } = app.state.value;
    const next = clampRange(range, windowOf(ranges, extent));
    app.change({ ranges: withSelection(ranges, next) }, 'push');
    app.announce(`Range ${formatTimeSpan(next)}`);
  };
  return (
    <section class="flame-chart-lane" aria-label={name}>
      <h2 class="flame-chart-name">
        {name}
        <span>{laneFacts(answer, lane)}</span>
      </h2>
      <div
        class="flame-chart-surface"
        style={{ height: isAlone ? undefined : `calc(var(--flame-row) * ${depth} + 18px)` }}
        data-alone={isAlone}
      >
        <FlameSurface
          label={`Flame chart of ${name}`}
          table={table}
          theme={app.theme.value}
          shape="icicle"
          colour={chartColour(app)}
          selected={selected < table.length ? selected : -1}
          matches={matches}
          hidesRoot
          hints={hints}
          onSelect={(row) => {
            setSelected(row);
            if (row < 0 || !isCode(row)) return;
            const key = table.key[row] as number;
            app.select(
              { name: names.at(key), module: texts.at(keys.module[key] ?? 0) },
              stackNames(table, row, names, false),
            );
          }}
          onOpen={open}
          onMenu={(row, x, y) => showFrameMenu(app, { table, names, texts, row, at: { x, y } }, [])}
          announce={(message) => app.announce(message)}
        />
      </div>
    </section>
  );
}

/** Rows that have a box wide enough to be a frame. */
function drawnDepth(answer: FlameChartAnswer, lane: number, pixels: number): number {
  const { window, laneStart, startNs, endNs, depth } = answer;
  const leastNs = (narrowest * (window.endNs - window.startNs)) / Math.max(1, pixels);
  let most = 1;
  const end = laneStart[lane + 1] ?? 0;
  for (let box = laneStart[lane] ?? 0; box < end; box++) {
    if ((endNs[box] as number) - (startNs[box] as number) < leastNs) continue;
    most = Math.max(most, (depth[box] as number) + 1);
  }
  return most;
}

/** How often the thread was seen, and what is not shown of it. */
function laneFacts(answer: FlameChartAnswer, lane: number): string {
  let samples = 0;
  const end = answer.laneStart[lane + 1] ?? 0;
  for (let box = answer.laneStart[lane] ?? 0; box < end; box++) {
    if (answer.depth[box] === 0) samples += answer.count[box] as number;
  }
  const period = answer.lanePeriodNs[lane] as number;
  const stride = answer.laneStride[lane] as number;
  const joinedNs = answer.laneJoinedNs[lane] as number;
  return [
    formatCounted(samples, 'sample'),
    ...(Number.isNaN(period) ? [] : [`one per ${formatValue(period, 'nanoseconds')}`]),
    ...(stride > 1 ? [`1 of ${stride} drawn`] : []),
    ...(joinedNs > 0 ? [`pauses under ${formatValue(joinedNs, 'nanoseconds')} not drawn`] : []),
  ].join(' · ');
}
