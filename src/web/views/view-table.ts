import { assemblyView } from './assembly/view.tsx';
import { callTreeView } from './call-tree/view.tsx';
import { compareView } from './compare/view.tsx';
import { flameChartView } from './flame-chart/view.tsx';
import { flameGraphView } from './flame-graph/view.tsx';
import { sandwichView } from './sandwich/view.tsx';
import { sourceView } from './source/view.tsx';
import { summaryView } from './summary/view.tsx';
import { timelineView } from './timeline/view.tsx';
import { topFunctionsView } from './top-functions/view.tsx';
import type { View } from './view.ts';

/** The tabs, in order. */
export const views: readonly View[] = [
  summaryView,
  timelineView,
  flameGraphView,
  flameChartView,
  callTreeView,
  topFunctionsView,
  sandwichView,
  sourceView,
  assemblyView,
  compareView,
];
