import type { JSX } from 'preact';
import { changeClass } from './change-class.ts';

/** A bar to the left (less) or right (more) of the middle; `share` is of the longest, −1 … 1. */
export function ChangeBar(props: {
  readonly share: number;
  readonly isReal: boolean;
}): JSX.Element {
  const { share, isReal } = props;
  const size = Math.min(1, Math.abs(share)) * 50;
  return (
    <span class="change-bar" aria-hidden="true">
      <span
        class={`change-bar-part ${isReal ? changeClass(share) : ''}`}
        style={{ left: `${share < 0 ? 50 - size : 50}%`, width: `${size}%` }}
      />
    </span>
  );
}
