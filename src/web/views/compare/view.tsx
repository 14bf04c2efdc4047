import type { JSX } from 'preact';
import { Button } from '../../kit/button.tsx';
import { colourLegends, Legend } from '../../kit/legend.tsx';
import { Segmented } from '../../kit/segmented.tsx';
import { Select } from '../../kit/select.tsx';
import { Toggle } from '../../kit/toggle.tsx';
import type { View, ViewProps } from '../view.ts';
import { ComparePanel } from './compare-panel.tsx';
import { swapSides } from './sides.ts';

export const compareView: View = {
  name: 'compare',
  title: 'Compare',
  key: '0',
  Panel: ComparePanel,
  showsDifference: true,
  Options: CompareOptions,
  hasStrip: false,
  Legend: DiffLegend,
  commands: [
    {
      id: 'swap-sides',
      title: 'Swap base and new',
      keys: ['w'],
      group: 'Display',
      run: swapSides,
      isAvailable: (app) => app.baseScope.value !== null,
    },
  ],
};

function DiffLegend(): JSX.Element {
  return <Legend entries={colourLegends.diff} />;
}

function CompareOptions({ app }: ViewProps): JSX.Element | null {
  if (app.baseScope.value === null) return null;
  const { width, measure, isShares } = app.state.value;
  return (
    <>
      <Segmented
        label="Cost"
        value={measure}
        choices={[
          { value: 'self', label: 'Self', title: 'What functions cost by themselves' },
          { value: 'total', label: 'Total', title: 'What functions cost with all they call' },
        ]}
        onChange={(next) => app.change({ measure: next })}
      />
      <Select
        label="Width"
        value={width}
        title="What the widths of the graph stand for"
        choices={[
          { value: 'both', label: 'Larger of both' },
          { value: 'base', label: 'Base' },
          { value: 'new', label: 'New' },
        ]}
        onChange={(next) => app.change({ width: next })}
      />
      <Toggle
        isOn={isShares}
        title="Compare shares of each total: for recordings of unequal length"
        onChange={(next) => app.change({ isShares: next })}
      >
        Shares
      </Toggle>
      <Button title="Base becomes new (w)" onPress={() => swapSides(app)}>
        Swap
      </Button>
    </>
  );
}
