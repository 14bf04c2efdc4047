import type { JSX } from 'preact';
import { type MarkersAnswer, NameList, type WaitAnswer } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { FunctionName } from '../../kit/function-name.tsx';
import { formatCounted, formatShare, formatValue } from '../../kit/quantity.ts';
import { formatTime, formatTimeSpan, wallClock } from '../../kit/time/time-axis.ts';
import { markerText } from './marker-list.tsx';
import { markerAt } from './marker-place.ts';
import type { TrackModel } from './track-model.ts';
import './crosshair.css';

interface CrosshairProps {
  readonly app: App;
  readonly model: TrackModel;
  /** null = they are not drawn. */
  readonly markers: MarkersAnswer | null;
}

/** How much of the time axis counts as "at the pointer". */
const reachPx = 4;

/** A line at the pointer with the time and what ran there most. */
export function Crosshair({ app, model, markers }: CrosshairProps): JSX.Element | null {
  const { pointer, scale, size } = model;
  const top = useAnswer(app.engine, 'functions', () => {
    const at = pointer.value;
    const now = scale.value;
    if (at === null || now === null || at.row === null) return null;
    const range = { startNs: now.timeAt(at.x - reachPx), endNs: now.timeAt(at.x + reachPx) };
    const { track } = at.row;
    const threads = at.row.threads.filter((thread) => thread >= 0);
    const scope = {
      ...app.scope.value,
      range,
      threads: threads.length > 0 ? threads : app.scope.value.threads,
      cpus: track.kind === 'cpu' ? [track.cpu] : app.scope.value.cpus,
    };
    return { scope, by: 'functions' };
  });
  const waited = useAnswer(app.engine, 'wait', () => {
    const at = pointer.value;
    const now = scale.value;
    if (at === null || now === null || at.row === null || at.row.track.kind === 'cpu') return null;
    const threads = at.row.threads.filter((thread) => thread >= 0);
    const scope = threads.length > 0 ? { ...app.scope.value, threads } : app.scope.value;
    return { scope, timeNs: now.timeAt(at.x) };
  });
  const at = pointer.value;
  const now = scale.value;
  if (at === null || now === null) return null;
  const timeNs = now.timeAt(at.x);
  const { answer } = top.value;
  const wait = waited.value.answer;
  const key = answer !== null && answer.length > 0 ? (answer.key[0] as number) : -1;
  const clock = wallClock(app.file.value?.summary.startEpochNs ?? 0n, timeNs);
  const marker = markers === null ? -1 : markerAt(model.seen.value, markers, now, at, reachPx);
  const isRight = at.x > size.value.width - 280;
  const isLow = at.y > size.value.height - 110;
  return (
    <div class="crosshair" style={{ transform: `translateX(${Math.round(at.x)}px)` }}>
      <div
        class={`crosshair-card${isRight ? ' crosshair-card-left' : ''}`}
        style={{ top: `${isLow ? Math.max(4, at.y - 96) : at.y + 16}px` }}
      >
        <div class="crosshair-time">
          {formatTime(timeNs, now.window.endNs - now.window.startNs)}
          {clock === '' ? null : <span class="crosshair-clock">{clock}</span>}
        </div>
        {at.row === null ? null : <div class="crosshair-track">{at.row.name}</div>}
        {markers === null || marker < 0 ? null : <div>{markerText(markers, marker)}</div>}
        {wait !== null && (wait.isWaitValue || key < 0) ? (
          <Waited wait={wait} />
        ) : answer === null || key < 0 ? (
          <div class="crosshair-track">nothing sampled here</div>
        ) : (
          <>
            <FunctionName name={new NameList(answer.keys.names).at(key)} characters={34} />
            <div class="crosshair-track">
              {formatShare((answer.self[0] as number) / (answer.whole || 1))} self of{' '}
              {formatCounted(answer.wholeSamples, 'sample')} here
            </div>
          </>
        )}
      </div>
    </div>
  );
}

const waitWords = {
  runnable: 'wanted a CPU for',
  waiting: 'waited',
  asleep: 'slept',
} as const;

/** What the thread waits for at the pointer, and how long. */
function Waited({ wait }: { readonly wait: WaitAnswer }): JSX.Element {
  const { name, kind, startNs, endNs, threads } = wait;
  const length = formatValue(endNs - startNs, 'nanoseconds');
  return (
    <>
      {name === '' ? null : <FunctionName name={name} characters={34} />}
      <div class="crosshair-track">
        {waitWords[kind]} {length}, {formatTimeSpan({ startNs, endNs })}
        {threads > 1 ? `; the longest of ${threads} threads` : ''}
      </div>
    </>
  );
}
