import type { JSX } from 'preact';
import type { TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { baseShiftNs, isOneFile, otherFile } from '../compare/sides.ts';
import { formatTime, formatTimeSpan } from './time-axis.ts';
import './side-marks.css';

interface SideMarksProps {
  readonly app: App;
  readonly window: TimeRange;
}

/**
 * Where base and new lie in the shown time, when two times of one file are compared, or the base is a part
 * of another file: at the same time since its start. Of two files also where the shorter one ends.
 */
export function SideMarks({ app, window }: SideMarksProps): JSX.Element | null {
  return (
    <>
      <SideEnd app={app} window={window} />
      <SideRanges app={app} window={window} />
    </>
  );
}

function SideRanges({ app, window }: SideMarksProps): JSX.Element | null {
  const { baseRange, ranges } = app.state.value;
  if (baseRange === null) return null;
  // Of another file the base alone needs a mark: the range of the new side has its own.
  const after = isOneFile(app) ? ranges.at(-1) : undefined;
  const shiftNs = baseShiftNs(app);
  const base = { startNs: baseRange.startNs + shiftNs, endNs: baseRange.endNs + shiftNs };
  return (
    <>
      <SideMark word="Base" range={base} window={window} />
      {after === undefined ? null : <SideMark word="New" range={after} window={window} />}
    </>
  );
}

/** Where the side that ended earlier did; beyond it only the other one has samples. */
function SideEnd({ app, window }: SideMarksProps): JSX.Element | null {
  const [now, base] = [app.file.value?.extent ?? null, otherFile(app)?.extent ?? null];
  if (now === null || base === null) return null;
  const [newLasts, baseLasts] = [now.endNs - now.startNs, base.endNs - base.startNs];
  const word = newLasts < baseLasts ? 'New' : 'Base';
  const lastsNs = Math.min(newLasts, baseLasts);
  const share = (now.startNs + lastsNs - window.startNs) / (window.endNs - window.startNs);
  // Runs of nearly the same length end together, as far as an eye can tell.
  const isSeen = share > 0 && share < 0.99 && lastsNs < 0.99 * Math.max(newLasts, baseLasts);
  if (!isSeen) return null;
  return (
    <div
      class="side-end"
      role="img"
      data-side={word}
      aria-label={`${word} ends after ${formatTime(lastsNs, lastsNs)}`}
      style={{ left: `${share * 100}%` }}
    >
      <span>{word} ends</span>
    </div>
  );
}

interface SideMarkProps {
  readonly word: 'Base' | 'New';
  readonly range: TimeRange;
  readonly window: TimeRange;
}

function SideMark({ word, range, window }: SideMarkProps): JSX.Element | null {
  const share = (timeNs: number): number =>
    Math.min(1, Math.max(0, (timeNs - window.startNs) / (window.endNs - window.startNs)));
  const [from, to] = [share(range.startNs), share(range.endNs)];
  if (to <= from) return null;
  return (
    <div
      class="side-mark"
      role="img"
      data-side={word}
      aria-label={`${word}: ${formatTimeSpan(range)}`}
      style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
    >
      <span>{word}</span>
    </div>
  );
}
