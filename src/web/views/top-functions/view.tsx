import type { JSX } from 'preact';
import type { TreeGranularity } from '../../../analysis/index.ts';
import { MeasureOption } from '../../kit/compare/measure-option.tsx';
import { Legend } from '../../kit/legend.tsx';
import { Segmented } from '../../kit/segmented.tsx';
import type { View, ViewProps } from '../view.ts';
import { TopFunctionsPanel } from './panel.tsx';

export const topFunctionsView: View = {
  name: 'top-functions',
  title: 'Top functions',
  key: '6',
  Panel: TopFunctionsPanel,
  Options: TopFunctionsOptions,
  Legend: () => (
    <Legend
      entries={[
        { label: 'self', colour: 'bar-self' },
        { label: 'total', colour: 'bar-total' },
      ]}
    />
  ),
  hasInspector: true,
};

const groups: readonly { readonly value: TreeGranularity; readonly label: string }[] = [
  { value: 'functions', label: 'Function' },
  { value: 'modules', label: 'Module' },
  { value: 'files', label: 'File' },
  { value: 'lines', label: 'Line' },
];

function TopFunctionsOptions({ app }: ViewProps): JSX.Element {
  return (
    <>
      <MeasureOption app={app} />
      <GroupBy app={app} />
    </>
  );
}

function GroupBy({ app }: ViewProps): JSX.Element {
  return (
    <Segmented
      label="Group by"
      value={app.state.value.by}
      choices={groups}
      onChange={(by) => app.change({ by, selected: null })}
    />
  );
}
