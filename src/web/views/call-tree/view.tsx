import type { JSX } from 'preact';
import { Legend } from '../../kit/legend.tsx';
import { Segmented } from '../../kit/segmented.tsx';
import type { Command } from '../../state/command.ts';
import type { View, ViewProps } from '../view.ts';
import { CallTreePanel } from './panel.tsx';

const commands: readonly Command[] = [
  {
    id: 'call-tree-invert',
    title: 'Top-down or bottom-up',
    keys: ['i'],
    group: 'Display',
    run(app) {
      const invert = !app.state.value.invert;
      app.change({ invert });
      app.announce(invert ? 'Bottom-up: begins with what ran' : 'Top-down: begins with the root');
    },
  },
  {
    id: 'call-tree-open',
    title: 'Open, close, heaviest path',
    keys: ['ArrowRight', 'ArrowLeft', '*'],
    group: 'Move',
    where: 'panel',
    run: () => undefined,
  },
];

export const callTreeView: View = {
  name: 'call-tree',
  title: 'Call tree',
  key: '5',
  Panel: CallTreePanel,
  Options: Direction,
  Legend: () => (
    <Legend
      entries={[
        { label: 'self', colour: 'bar-self' },
        { label: 'total', colour: 'bar-total' },
      ]}
    />
  ),
  commands,
  hasInspector: true,
};

function Direction({ app }: ViewProps): JSX.Element {
  return (
    <Segmented
      label="Direction"
      value={app.state.value.invert ? 'bottom-up' : 'top-down'}
      choices={[
        { value: 'top-down', label: 'Top-down', title: 'From the root to what ran' },
        { value: 'bottom-up', label: 'Bottom-up', title: 'From what ran to its callers' },
      ]}
      onChange={(direction) => app.change({ invert: direction === 'bottom-up' })}
    />
  );
}
