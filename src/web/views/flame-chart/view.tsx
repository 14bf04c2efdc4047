import type { JSX } from 'preact';
import type { View, ViewProps } from '../view.ts';

export const flameChartView: View = {
  name: 'flame-chart',
  title: 'Flame chart',
  key: '4',
  Panel: FlameChartPanel,
  hasInspector: true,
  hasLegend: true,
};

function FlameChartPanel({ app }: ViewProps): JSX.Element {
  return <p>{app.file.value?.name}</p>;
}
