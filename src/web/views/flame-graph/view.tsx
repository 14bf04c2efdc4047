import type { View } from '../view.ts';
import { FlameGraphPanel } from './panel.tsx';
import './flame-graph.css';

export const flameGraphView: View = {
  name: 'flame-graph',
  title: 'Flame graph',
  key: '3',
  Panel: FlameGraphPanel,
  hasInspector: true,
  hasLegend: true,
};
