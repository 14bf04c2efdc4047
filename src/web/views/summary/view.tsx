import type { JSX } from 'preact';
import type { View, ViewProps } from '../view.ts';

export const summaryView: View = {
  name: 'summary',
  title: 'Summary',
  key: '1',
  Panel: SummaryPanel,
};

function SummaryPanel({ app }: ViewProps): JSX.Element {
  return <p>{app.file.value?.name}</p>;
}
