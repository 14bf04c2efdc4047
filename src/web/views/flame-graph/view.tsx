import { ColourLegend } from '../../kit/flame/colour-option.tsx';
import type { View } from '../view.ts';
import { flameGraphCommands } from './commands.ts';
import { FlameGraphOptions } from './options.tsx';
import { FlameGraphPanel } from './panel.tsx';
import './flame-graph.css';

export const flameGraphView: View = {
  name: 'flame-graph',
  title: 'Flame graph',
  key: '3',
  Panel: FlameGraphPanel,
  Options: FlameGraphOptions,
  commands: flameGraphCommands,
  hasInspector: true,
  Legend: ColourLegend,
};
