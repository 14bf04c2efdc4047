import type { JSX } from 'preact';
import type { View, ViewProps } from '../view.ts';

export const sandwichView: View = {
  name: 'sandwich',
  title: 'Sandwich',
  key: '7',
  Panel: SandwichPanel,
  hasLegend: true,
};

function SandwichPanel({ app }: ViewProps): JSX.Element {
  return <p>{app.file.value?.name}</p>;
}
