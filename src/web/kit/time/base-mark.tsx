import type { JSX } from 'preact';
import type { TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { formatTimeSpan } from './time-axis.ts';
import './base-mark.css';

interface BaseMarkProps {
  readonly app: App;
  readonly window: TimeRange;
}

/** Where the base of a comparison lies in the shown time, when both sides are of one file. */
export function BaseMark({ app, window }: BaseMarkProps): JSX.Element | null {
  const { baseRange, files } = app.state.value;
  if (baseRange === null || files.length > 1) return null;
  const share = (timeNs: number): number =>
    Math.min(1, Math.max(0, (timeNs - window.startNs) / (window.endNs - window.startNs)));
  const [from, to] = [share(baseRange.startNs), share(baseRange.endNs)];
  if (to <= from) return null;
  return (
    <div
      class="base-mark"
      role="img"
      aria-label={`Base: ${formatTimeSpan(baseRange)}`}
      style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
    >
      <span>Base</span>
    </div>
  );
}
