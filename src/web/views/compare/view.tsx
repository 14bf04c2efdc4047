import type { JSX } from 'preact';
import type { View, ViewProps } from '../view.ts';

export const compareView: View = {
  name: 'compare',
  title: 'Compare',
  key: '0',
  Panel: ComparePanel,
  hasStrip: false,
};

function ComparePanel({ app }: ViewProps): JSX.Element {
  return <p>{app.file.value?.name}</p>;
}
