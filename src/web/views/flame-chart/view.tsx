import type { JSX } from 'preact';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ColourOption } from '../../kit/flame/colour-option.tsx';
import { timeCommands } from '../../kit/time/time-commands.ts';
import type { View, ViewProps } from '../view.ts';
import { Chart } from './chart.tsx';

export const flameChartView: View = {
  name: 'flame-chart',
  title: 'Flame chart',
  key: '4',
  Panel: FlameChartPanel,
  Options: ColourOption,
  commands: timeCommands('selection'),
  hasLegend: true,
};

function FlameChartPanel({ app }: ViewProps): JSX.Element | null {
  const file = app.file.value;
  if (file === null) return null;
  if (file.extent === null) {
    return (
      <EmptyState
        title="This profile has no times"
        text={`${file.formatName} files say how often, not in which order. A recording made here has both.`}
        command="plateau record -- CMD"
      />
    );
  }
  return <Chart key={file.index} app={app} file={file} />;
}
