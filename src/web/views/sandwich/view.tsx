import { ColourOption, nextColour } from '../../kit/flame/colour-option.tsx';
import type { View } from '../view.ts';
import { SandwichPanel } from './panel.tsx';
import './sandwich.css';

export const sandwichView: View = {
  name: 'sandwich',
  title: 'Sandwich',
  key: '7',
  Panel: SandwichPanel,
  Options: ColourOption,
  commands: [
    {
      id: 'sandwich-colour',
      title: 'Colour by the next meaning',
      keys: ['k'],
      group: 'Display',
      run: nextColour,
    },
  ],
  hasLegend: true,
};
