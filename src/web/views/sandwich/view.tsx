import type { JSX } from 'preact';
import { MeasureOption } from '../../kit/compare/measure-option.tsx';
import { ColourLegend, ColourOption, nextColour } from '../../kit/flame/colour-option.tsx';
import type { View, ViewProps } from '../view.ts';
import { SandwichPanel } from './panel.tsx';
import './sandwich.css';

export const sandwichView: View = {
  name: 'sandwich',
  title: 'Sandwich',
  key: '7',
  Panel: SandwichPanel,
  Options: SandwichOptions,
  commands: [
    {
      id: 'sandwich-colour',
      title: 'Colour by the next meaning',
      keys: ['k'],
      group: 'Display',
      run: nextColour,
    },
  ],
  Legend: ColourLegend,
};

function SandwichOptions({ app }: ViewProps): JSX.Element {
  return (
    <>
      <MeasureOption app={app} />
      <ColourOption app={app} />
    </>
  );
}
