import type { JSX } from 'preact';
import { MeasureOption } from '../../kit/compare/measure-option.tsx';
import { colourLegends, Legend } from '../../kit/legend.tsx';
import { Select } from '../../kit/select.tsx';
import { Toggle } from '../../kit/toggle.tsx';
import type { View, ViewProps } from '../view.ts';
import { ComparePanel } from './compare-panel.tsx';

export const compareView: View = {
  name: 'compare',
  title: 'Compare',
  key: '0',
  Panel: ComparePanel,
  Options: CompareOptions,
  hasStrip: false,
  Legend: DiffLegend,
};

function DiffLegend(): JSX.Element {
  return <Legend entries={colourLegends.diff} />;
}

function CompareOptions({ app }: ViewProps): JSX.Element | null {
  if (app.baseScope.value === null) return null;
  const { width, isShares } = app.state.value;
  return (
    <>
      <MeasureOption app={app} />
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
    </>
  );
}
