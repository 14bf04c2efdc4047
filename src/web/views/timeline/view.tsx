import type { JSX } from 'preact';
import type { FileFacts, TimeRange } from '../../../explore/index.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { axisExtent } from '../../kit/time/axis-extent.ts';
import { timeCommands } from '../../kit/time/time-commands.ts';
import type { View, ViewProps } from '../view.ts';
import { HeatMap } from './heat-map.tsx';
import { TimelineLegend } from './legend.tsx';
import { SelectionList } from './selection-list.tsx';
import { Tracks } from './tracks.tsx';
import './view.css';

export const timelineView: View = {
  name: 'timeline',
  title: 'Timeline',
  key: '2',
  Panel: TimelinePanel,
  commands: timeCommands('window'),
  Legend: TimelineLegend,
  hasStrip: false,
};

function TimelinePanel({ app }: ViewProps): JSX.Element | null {
  const file = app.file.value;
  if (file === null) return null;
  if (file.extent === null) {
    return (
      <EmptyState
        title="This profile has no times"
        text={`${file.formatName} files say how often, not when. A recording made here has both.`}
        command="plateau record -- CMD"
      />
    );
  }
  return (
    <TimelineOf key={file.index} app={app} file={file} extent={axisExtent(app) ?? file.extent} />
  );
}

interface TimelineProps extends ViewProps {
  readonly file: FileFacts;
  readonly extent: TimeRange;
}

function TimelineOf({ app, file, extent }: TimelineProps): JSX.Element {
  const tracks = useAnswer(app.engine, 'tracks', () => ({
    scope: { ...app.scope.value, range: null, threads: [], cpus: [] },
  }));
  return (
    <div class="timeline">
      <Tracks app={app} file={file} extent={extent} tracks={tracks} />
      <div class="timeline-lower">
        <HeatMap app={app} />
        <SelectionList app={app} />
      </div>
    </div>
  );
}
