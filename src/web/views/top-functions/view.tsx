import type { JSX } from 'preact';
import type { View, ViewProps } from '../view.ts';

export const topFunctionsView: View = {
  name: 'top-functions',
  title: 'Top functions',
  key: '6',
  Panel: TopFunctionsPanel,
  hasInspector: true,
};

function TopFunctionsPanel({ app }: ViewProps): JSX.Element {
  return <p>{app.file.value?.name}</p>;
}
