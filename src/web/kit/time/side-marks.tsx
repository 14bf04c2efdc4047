import type { JSX } from 'preact';
import type { TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { baseShiftNs, isOneFile } from '../compare/sides.ts';
import { formatTimeSpan } from './time-axis.ts';
import './side-marks.css';

interface SideMarksProps {
  readonly app: App;
  readonly window: TimeRange;
}

/**
 * Where base and new lie in the shown time, when two times of one file are compared, or the base is a part
 * of another file: at the same time since its start.
 */
export function SideMarks({ app, window }: SideMarksProps): JSX.Element | null {
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
