import type { JSX } from 'preact';
import type { View, ViewProps } from '../view.ts';

export const timelineView: View = {
  name: 'timeline',
  title: 'Timeline',
  key: '2',
  Panel: TimelinePanel,
  hasStrip: false,
};

function TimelinePanel({ app }: ViewProps): JSX.Element {
  return <p>{app.file.value?.name}</p>;
}
