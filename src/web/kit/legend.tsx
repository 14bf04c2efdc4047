import type { JSX } from 'preact';
import type { ViewState } from '../state/view-state.ts';
import type { ColourToken } from './colour-token-table.ts';
import './legend.css';

export interface LegendEntry {
  readonly label: string;
  readonly colour: ColourToken;
  readonly mark?: 'hatch' | 'notch' | 'dot';
}

/** Says what the colours mean. */
export function Legend({ entries }: { readonly entries: readonly LegendEntry[] }): JSX.Element {
  return (
    <ul class="legend" aria-label="Colours">
      {entries.map(({ label, colour, mark }) => (
        <li key={label}>
          <i
            class={`legend-swatch ${mark === undefined ? '' : `legend-${mark}`}`}
            style={{ '--legend-fill': `var(--${colour})` }}
          />
          {label}
        </li>
      ))}
    </ul>
  );
}

/** What the colours of a graph mean, by what they are chosen for. */
export const colourLegends: Readonly<Record<ViewState['colour'], readonly LegendEntry[]>> = {
  module: [
    { label: 'my code', colour: 'family-own' },
    { label: 'language runtime', colour: 'family-runtime' },
    { label: 'packages', colour: 'family-package' },
    { label: 'shared libraries', colour: 'family-library' },
    { label: 'libc', colour: 'family-libc' },
    { label: 'kernel', colour: 'family-kernel', mark: 'hatch' },
    { label: 'JIT', colour: 'family-jit', mark: 'dot' },
  ],
  kind: [
    { label: 'user', colour: 'family-own' },
    { label: 'inlined', colour: 'family-runtime', mark: 'notch' },
    { label: 'kernel', colour: 'family-kernel', mark: 'hatch' },
    { label: 'JIT', colour: 'family-jit', mark: 'dot' },
  ],
  self: [
    { label: 'little self', colour: 'self-0' },
    { label: 'much self', colour: 'self-1' },
  ],
  diff: [
    { label: 'shrank', colour: 'diff-less-fill' },
    { label: 'same or within noise', colour: 'diff-same-fill' },
    { label: 'grew', colour: 'diff-more-fill' },
  ],
};
