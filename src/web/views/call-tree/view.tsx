import type { JSX } from 'preact';
import type { View, ViewProps } from '../view.ts';

export const callTreeView: View = {
  name: 'call-tree',
  title: 'Call tree',
  key: '5',
  Panel: CallTreePanel,
  hasInspector: true,
};

function CallTreePanel({ app }: ViewProps): JSX.Element {
  return <p>{app.file.value?.name}</p>;
}
