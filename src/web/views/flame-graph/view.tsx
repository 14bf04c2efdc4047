import type { JSX } from 'preact';
import type { View, ViewProps } from '../view.ts';

export const flameGraphView: View = {
  name: 'flame-graph',
  title: 'Flame graph',
  key: '3',
  Panel: FlameGraphPanel,
  hasInspector: true,
  hasLegend: true,
};

function FlameGraphPanel({ app }: ViewProps): JSX.Element {
  return <p>{app.file.value?.name}</p>;
}
