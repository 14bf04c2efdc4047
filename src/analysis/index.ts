export { type CallRow, type CallTable, callTables } from './call-tables.ts';
export {
  buildCallTree,
  type CallTree,
  type CallTreeOptions,
  type SampleGroups,
  sampleGroups,
} from './call-tree.ts';
export type { SampleColumn } from './call-tree-nodes.ts';
export {
  keyRanks,
  type SiblingOrder,
  type TreeColumn,
} from './call-tree-order.ts';
export {
  type CostGraph,
  costGraph,
  defaultTrimming,
  noTrimming,
  type TrimOptions,
} from './cost-graph.ts';
export {
  type CommonType,
  commonType,
  type DiffMeasure,
  type DiffOptions,
  type DiffRow,
  type DiffStatus,
  type DiffTotals,
  diffCosts,
  diffProfiles,
  type ProfileDiff,
} from './diff.ts';
export { type DiffCost, leastSamples } from './diff-cost.ts';
export { type SideCosts, stableName } from './diff-costs.ts';
export { type MatchedKeys, matchKeys, type NamedRows } from './diff-match.ts';
export { meanOfDiff } from './diff-mean.ts';
export { type DiffSort, diffSorts, pickRows } from './diff-rows.ts';
export { type DiffSummary, isRegression, summarizeDiff } from './diff-summary.ts';
export { type DiffTreeOptions, diffTree, mergeSides } from './diff-tree.ts';
export {
  type FrameKeys,
  type KeyedFrames,
  keyFrames,
  type TreeGranularity,
} from './frame-keys.ts';
export { type LabelValue, labelsOfSet, labelUnits } from './label-values.ts';
export { type Location, locations } from './locations.ts';
export { findMainImage } from './main-image.ts';
export { type Measure, measureOf, stackCosts } from './measure.ts';
export { type NodeInfo, nodeLabel } from './node-info.ts';
export { defaultNodeOptions, type NodeOptions, nodeTable, processAddress } from './node-table.ts';
export { type ProfileSummary, profileSummary, usedNumbers } from './profile-summary.ts';
export {
  graphFormat,
  looseFormat,
  observedSamples,
  type ReportContext,
  type ValueFormat,
} from './report.ts';
export { reportTotal } from './report-total.ts';
export { type SampleEvent, sampleEvents } from './sample-events.ts';
export { samplesForError, shareError } from './sampling-error.ts';
export { type LineCost, type ListedFunction, sourceListing } from './source-listing.ts';
export {
  cleanPath,
  type PathTrimming,
  splitList,
  trimSourcePath,
} from './source-path.ts';
export { outermostOccurrences, type StackOrder, stackOrder } from './stack-order.ts';
export { inclusiveTotals, selfTotals } from './stack-totals.ts';
export type { Interval } from './statistics.ts';
export { type Tag, type TagValue, tagsOf } from './tags.ts';
export {
  type BenchComparisons,
  type BenchMeasured,
  type BenchMetric,
  type BenchSummary,
  type CounterSummary,
  compareBench,
  type MissingCounters,
  type RunSeries,
  type SeriesSummary,
  summarizeBench,
  timesOf,
} from './timing/bench-summary.ts';
export { medianInterval, ratioInterval } from './timing/bootstrap.ts';
export { type Density, findDensity } from './timing/density.ts';
export {
  type FactColumns,
  type FactComparison,
  type FactSummary,
  summarizeFact,
} from './timing/fact-summary.ts';
export { findOutliers, type Outlier, type OutlierCause, type RunFacts } from './timing/outliers.ts';
export { median, medianDeviation, quantile, sortedCopy } from './timing/quantiles.ts';
export {
  compareTimingPairs,
  compareTimings,
  defaultVerdictOptions,
  holm,
  type TimingComparison,
  type TimingPair,
  type Verdict,
  type VerdictOptions,
  verdicts,
} from './timing/verdict.ts';
export { type TopRow, topRows } from './top-rows.ts';
export { labelKeyWidth, type Trace, type TraceFrame, traces } from './traces.ts';
export { isCpuTime, resolveValueType } from './value-type.ts';
