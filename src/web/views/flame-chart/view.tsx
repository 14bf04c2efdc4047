import type { JSX } from 'preact';
import { SideChoice } from '../../kit/compare/side-choice.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { colourLegends, Legend } from '../../kit/legend.tsx';
import { Select } from '../../kit/select.tsx';
import { timeCommands } from '../../kit/time/time-commands.ts';
import type { View, ViewProps } from '../view.ts';
import { Chart } from './chart.tsx';
import { chartColour, chartColours } from './chart-colour.ts';
import { chartSide } from './chart-side.ts';

export const flameChartView: View = {
  name: 'flame-chart',
  title: 'Flame chart',
  key: '4',
  Panel: FlameChartPanel,
  Options: ChartOptions,
  commands: timeCommands('selection'),
  Legend: ChartLegend,
};

function ChartOptions({ app }: ViewProps): JSX.Element {
  return (
    <>
      <SideChoice app={app} />
      <Select
        label="Colour"
        value={chartColour(app)}
        choices={chartColours}
        onChange={(colour) => app.change({ colour })}
        title="What the colours mean"
      />
    </>
  );
}

function ChartLegend({ app }: ViewProps): JSX.Element {
  return <Legend entries={colourLegends[chartColour(app)]} />;
}

function FlameChartPanel({ app }: ViewProps): JSX.Element | null {
  const side = chartSide(app);
  if (side === null) return null;
  const { file } = side;
  if (file.extent === null) {
    return (
      <EmptyState
        title={side.word === '' ? 'This profile has no times' : `The ${side.word} has no times`}
        text={`${file.formatName} files say how often, not in which order. A recording made here has both.`}
        command="plateau record -- CMD"
      />
    );
  }
  return <Chart key={`${side.word} ${file.index}`} app={app} file={file} />;
}
