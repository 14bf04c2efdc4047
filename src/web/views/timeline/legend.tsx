import type { JSX } from 'preact';
import { colourLegends, Legend, type LegendEntry } from '../../kit/legend.tsx';

const lanes: readonly LegendEntry[] = [
  { label: 'waited', colour: 'wait' },
  { label: 'wanted a CPU', colour: 'text-3', mark: 'hatch' },
];

/** Whose code ran, and what the lanes below the threads mean. */
export function TimelineLegend(): JSX.Element {
  return <Legend entries={[...lanes, ...colourLegends.module.slice(0, -1)]} />;
}
