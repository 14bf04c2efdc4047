import type { JSX } from 'preact';
import type { View, ViewProps } from '../view.ts';

export const assemblyView: View = {
  name: 'assembly',
  title: 'Assembly',
  key: '9',
  Panel: AssemblyPanel,
};

function AssemblyPanel({ app }: ViewProps): JSX.Element {
  return <p>{app.file.value?.name}</p>;
}
