import type { JSX } from 'preact';
import { isOneFile } from '../../kit/compare/sides.ts';
import { colourLegends, Legend, type LegendEntry } from '../../kit/legend.tsx';
import type { ViewProps } from '../view.ts';

const lanes: readonly LegendEntry[] = [
  { label: 'waited', colour: 'wait' },
  { label: 'wanted a CPU', colour: 'text-3', mark: 'hatch' },
];

/** Whose code ran, and what the lanes below the threads mean. */
export function TimelineLegend({ app }: ViewProps): JSX.Element {
  const hasBase = app.baseScope.value !== null && !isOneFile(app);
  const base: readonly LegendEntry[] = hasBase ? [{ label: 'base', colour: 'diff-less' }] : [];
  return <Legend entries={[...base, ...lanes, ...colourLegends.module.slice(0, -1)]} />;
}
