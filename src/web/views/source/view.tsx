import type { JSX } from 'preact';
import type { View, ViewProps } from '../view.ts';

export const sourceView: View = {
  name: 'source',
  title: 'Source',
  key: '8',
  Panel: SourcePanel,
};

function SourcePanel({ app }: ViewProps): JSX.Element {
  return <p>{app.file.value?.name}</p>;
}
