import { Legend } from '../../kit/legend.tsx';
import type { View } from '../view.ts';
import { SummaryPanel } from './panel.tsx';

export const summaryView: View = {
  name: 'summary',
  title: 'Summary',
  key: '1',
  Panel: SummaryPanel,
  Legend: () => (
    <Legend
      entries={[
        { label: 'self', colour: 'bar-self' },
        { label: 'total', colour: 'bar-total' },
      ]}
    />
  ),
};
