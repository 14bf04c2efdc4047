import type { JSX } from 'preact';
import { colourLegends, Legend, type LegendEntry } from '../../kit/legend.tsx';
import type { View, ViewProps } from '../view.ts';
import { SummaryPanel } from './panel.tsx';

export const summaryView: View = {
  name: 'summary',
  title: 'Summary',
  key: '1',
  Panel: SummaryPanel,
  Legend: SummaryLegend,
};

const bars: readonly LegendEntry[] = [
  { label: 'self', colour: 'bar-self' },
  { label: 'total', colour: 'bar-total' },
];

function SummaryLegend({ app }: ViewProps): JSX.Element {
  return <Legend entries={app.baseScope.value === null ? bars : colourLegends.diff} />;
}
