import type { JSX } from 'preact';
import './measure-bar.css';

/** A bar of a total with its self part in front; both are shares (0 … 1) of the longest bar. */
export function MeasureBar({
  total,
  self = 0,
}: {
  readonly total: number;
  readonly self?: number;
}): JSX.Element {
  return (
    <span class="measure-bar" aria-hidden="true">
      <span class="measure-bar-total" style={{ width: widthOf(total) }} />
      <span class="measure-bar-self" style={{ width: widthOf(self) }} />
    </span>
  );
}

function widthOf(share: number): string {
  return `${(Math.max(0, Math.min(1, share)) * 100).toFixed(2)}%`;
}
