export type { ComparedCost, ComparedCosts } from './compared-cost.ts';
export { Exploration } from './exploration.ts';
export type { KeyedProfile } from './keyed-profile.ts';
export { likeThreads, noThread, threadNaming } from './like-threads.ts';
export type { OpenFile } from './open-file.ts';
export type { PackedKeys } from './packed-keys.ts';
export { NameList, type PackedNames, packNames } from './packed-names.ts';
export {
  type AssemblyAnswer,
  type AssemblyLoop,
  type AssemblyPlace,
  type AssemblyRequest,
  shownKinds,
} from './queries/assembly.ts';
export type {
  AssemblyFunctionsAnswer,
  AssemblyFunctionsRequest,
  CodedFunction,
} from './queries/assembly-functions.ts';
export type { ChildrenAnswer, ChildrenRequest } from './queries/children.ts';
export {
  type CompareAnswer,
  type CompareRequest,
  diffStatuses,
  noiseWords,
} from './queries/compare.ts';
export type {
  CodeMatch,
  CodeSide,
  CompareAssemblyRequest,
  ComparedAssembly,
  ComparedAssemblyFunctions,
  ComparedCodedFunction,
} from './queries/compare-assembly.ts';
export type {
  ComparedCall,
  ComparedCalls,
  ComparedFunction,
  CompareFunctionAnswer,
  CompareFunctionRequest,
} from './queries/compare-function.ts';
export type {
  ComparedSandwich,
  CompareSandwichAnswer,
  CompareSandwichRequest,
} from './queries/compare-sandwich.ts';
export type { ComparedSource, CompareSourceRequest } from './queries/compare-source.ts';
export type { ComparedSourceFile, ComparedSourceFiles } from './queries/compare-source-files.ts';
export type { ComparedNeighbour, ComparedSourceLine } from './queries/compare-source-line.ts';
export type { CompareThreadsAnswer, CompareThreadsRequest } from './queries/compare-threads.ts';
export type { CompareTreeAnswer, CompareTreeRequest } from './queries/compare-tree.ts';
export {
  type ExportedFile,
  type ExportFormat,
  type ExportRequest,
  exportFormats,
} from './queries/export.ts';
export type { FactsRequest, FileFacts, ThreadFact } from './queries/facts.ts';
export type { FlameChartAnswer, FlameChartRequest } from './queries/flame-chart.ts';
export type { FunctionsAnswer, FunctionsRequest } from './queries/functions.ts';
export type { HeatAnswer, HeatRequest } from './queries/heat.ts';
export type {
  InspectAnswer,
  InspectedCall,
  InspectedCalls,
  InspectedFunction,
  InspectRequest,
} from './queries/inspect.ts';
export type { MarkersAnswer, MarkersRequest } from './queries/markers.ts';
export type { MissingAnswer, MissingRequest } from './queries/missing.ts';
export type { Sandwich, SandwichAnswer, SandwichRequest } from './queries/sandwich.ts';
export type { SearchAnswer, SearchRequest } from './queries/search.ts';
export type { SourceAnswer, SourceRequest } from './queries/source.ts';
export type { SourceFile, SourceFilesAnswer, SourceFilesRequest } from './queries/source-files.ts';
export type { LineNeighbour, SourceLineAnswer, SourceLineRequest } from './queries/source-line.ts';
export type { StripAnswer, StripRequest } from './queries/strip.ts';
export type {
  ModuleCost,
  Places,
  RankedKeys,
  SummaryAnswer,
  SummaryRequest,
} from './queries/summary.ts';
export type { TimelineAnswer, TimelineRequest, TimelineTrack } from './queries/timeline.ts';
export { laneStates } from './queries/timeline.ts';
export type { TracksAnswer, TracksRequest } from './queries/tracks.ts';
export type { TreeAnswer, TreeRequest } from './queries/tree.ts';
export type { WaitAnswer, WaitRequest } from './queries/wait.ts';
export {
  type AnswerOf,
  type QueryName,
  type QueryTable,
  queryTable,
  type RequestOf,
} from './query-table.ts';
export type { Comparison, Scope, TimeRange, TreeShape } from './scope.ts';
export { searchExpression } from './search-expression.ts';
export type { CpuUse } from './summary/cpu-use.ts';
export type { MissingSymbols } from './summary/missing-symbols.ts';
export type { ThreadRow, ThreadUse } from './summary/thread-use.ts';
export { familyCount } from './time-grid.ts';
