import type { JSX } from 'preact';
import { colourLegends, Legend } from '../../kit/legend.tsx';

/** Whose code ran, and what the lanes below the threads mean. */
export function TimelineLegend(): JSX.Element {
  const lanes = [
    { label: 'ran', colour: 'text-3' as const },
    { label: 'waited', colour: 'wait' as const },
    { label: 'wanted a CPU', colour: 'text-3' as const, mark: 'hatch' as const },
    { label: 'asleep', colour: 'line-strong' as const },
  ];
  return <Legend entries={[...colourLegends.module, ...lanes]} />;
}
