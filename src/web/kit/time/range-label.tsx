import type { JSX } from 'preact';
import type { TimeRange } from '../../../explore/index.ts';
import { formatValue } from '../quantity.ts';
import { formatTimeSpan } from './time-axis.ts';
import './range-label.css';

interface RangeLabelProps {
  readonly range: TimeRange;
  /** The window that it stands in. */
  readonly window: TimeRange;
}

/** "2.20–3.40 s · 1.20 s", over the middle of the range and never past the edges. */
export function RangeLabel({ range, window }: RangeLabelProps): JSX.Element {
  const middle = (range.startNs + range.endNs) / 2;
  const share = (middle - window.startNs) / (window.endNs - window.startNs);
  const at = Math.min(Math.max(share, 0), 1) * 100;
  return (
    // Its own share of its width to the left: at the left edge none, at the right edge all of it.
    <div class="range-label" style={{ left: `${at}%`, transform: `translateX(-${at}%)` }}>
      {formatTimeSpan(range)} · {formatValue(range.endNs - range.startNs, 'nanoseconds')}
    </div>
  );
}
