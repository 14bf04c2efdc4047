import { type AssemblyAnswer, type AssemblyRequest, answerAssembly } from './queries/assembly.ts';
import {
  type AssemblyFunctionsAnswer,
  type AssemblyFunctionsRequest,
  answerAssemblyFunctions,
} from './queries/assembly-functions.ts';
import { answerChildren, type ChildrenAnswer, type ChildrenRequest } from './queries/children.ts';
import { answerCompare, type CompareAnswer, type CompareRequest } from './queries/compare.ts';
import {
  answerCompareAssembly,
  answerCompareAssemblyFunctions,
  type CompareAssemblyFunctionsRequest,
  type CompareAssemblyRequest,
  type ComparedAssembly,
  type ComparedAssemblyFunctions,
} from './queries/compare-assembly.ts';
import {
  answerCompareFunction,
  type CompareFunctionAnswer,
  type CompareFunctionRequest,
} from './queries/compare-function.ts';
import {
  answerCompareSandwich,
  type CompareSandwichAnswer,
  type CompareSandwichRequest,
} from './queries/compare-sandwich.ts';
import {
  answerCompareSource,
  type ComparedSource,
  type CompareSourceRequest,
} from './queries/compare-source.ts';
import {
  answerCompareSourceFiles,
  type ComparedSourceFiles,
  type CompareSourceFilesRequest,
} from './queries/compare-source-files.ts';
import {
  answerCompareSourceLine,
  type ComparedSourceLine,
  type CompareSourceLineRequest,
} from './queries/compare-source-line.ts';
import {
  answerCompareThreads,
  type CompareThreadsAnswer,
  type CompareThreadsRequest,
} from './queries/compare-threads.ts';
import {
  answerCompareTree,
  type CompareTreeAnswer,
  type CompareTreeRequest,
} from './queries/compare-tree.ts';
import { answerExport, type ExportedFile, type ExportRequest } from './queries/export.ts';
import { answerFacts, type FactsRequest, type FileFacts } from './queries/facts.ts';
import {
  answerFlameChart,
  type FlameChartAnswer,
  type FlameChartRequest,
} from './queries/flame-chart.ts';
import {
  answerFunctions,
  type FunctionsAnswer,
  type FunctionsRequest,
} from './queries/functions.ts';
import { answerHeat, type HeatAnswer, type HeatRequest } from './queries/heat.ts';
import { answerInspect, type InspectAnswer, type InspectRequest } from './queries/inspect.ts';
import { answerMarkers, type MarkersAnswer, type MarkersRequest } from './queries/markers.ts';
import { answerMissing, type MissingAnswer, type MissingRequest } from './queries/missing.ts';
import { answerSandwich, type SandwichAnswer, type SandwichRequest } from './queries/sandwich.ts';
import { answerSearch, type SearchAnswer, type SearchRequest } from './queries/search.ts';
import { answerSource, type SourceAnswer, type SourceRequest } from './queries/source.ts';
import {
  answerSourceFiles,
  type SourceFilesAnswer,
  type SourceFilesRequest,
} from './queries/source-files.ts';
import {
  answerSourceLine,
  type SourceLineAnswer,
  type SourceLineRequest,
} from './queries/source-line.ts';
import { answerStrip, type StripAnswer, type StripRequest } from './queries/strip.ts';
import { answerSummary, type SummaryAnswer, type SummaryRequest } from './queries/summary.ts';
import { answerTimeline, type TimelineAnswer, type TimelineRequest } from './queries/timeline.ts';
import { answerTracks, type TracksAnswer, type TracksRequest } from './queries/tracks.ts';
import { answerTree, type TreeAnswer, type TreeRequest } from './queries/tree.ts';
import { answerWait, type WaitAnswer, type WaitRequest } from './queries/wait.ts';
import { answerWarm, type WarmRequest } from './queries/warm.ts';
import type { Query } from './query.ts';

/** Every question a page can ask; a new one is a file in queries/ and a line in both lists. */
export interface QueryTable {
  readonly assembly: Query<AssemblyRequest, AssemblyAnswer>;
  readonly assemblyFunctions: Query<AssemblyFunctionsRequest, AssemblyFunctionsAnswer>;
  readonly compare: Query<CompareRequest, CompareAnswer>;
  readonly compareAssembly: Query<CompareAssemblyRequest, ComparedAssembly>;
  readonly compareAssemblyFunctions: Query<
    CompareAssemblyFunctionsRequest,
    ComparedAssemblyFunctions
  >;
  readonly compareFunction: Query<CompareFunctionRequest, CompareFunctionAnswer>;
  readonly compareSandwich: Query<CompareSandwichRequest, CompareSandwichAnswer>;
  readonly compareSource: Query<CompareSourceRequest, ComparedSource>;
  readonly compareSourceFiles: Query<CompareSourceFilesRequest, ComparedSourceFiles>;
  readonly compareSourceLine: Query<CompareSourceLineRequest, ComparedSourceLine>;
  readonly compareThreads: Query<CompareThreadsRequest, CompareThreadsAnswer>;
  readonly compareTree: Query<CompareTreeRequest, CompareTreeAnswer>;
  readonly export: Query<ExportRequest, ExportedFile>;
  readonly children: Query<ChildrenRequest, ChildrenAnswer>;
  readonly facts: Query<FactsRequest, FileFacts>;
  readonly functions: Query<FunctionsRequest, FunctionsAnswer>;
  readonly sandwich: Query<SandwichRequest, SandwichAnswer>;
  readonly missing: Query<MissingRequest, MissingAnswer>;
  readonly search: Query<SearchRequest, SearchAnswer>;
  readonly inspect: Query<InspectRequest, InspectAnswer>;
  readonly summary: Query<SummaryRequest, SummaryAnswer>;
  readonly source: Query<SourceRequest, SourceAnswer>;
  readonly sourceFiles: Query<SourceFilesRequest, SourceFilesAnswer>;
  readonly sourceLine: Query<SourceLineRequest, SourceLineAnswer>;
  readonly flameChart: Query<FlameChartRequest, FlameChartAnswer | null>;
  readonly heat: Query<HeatRequest, HeatAnswer | null>;
  readonly markers: Query<MarkersRequest, MarkersAnswer>;
  readonly strip: Query<StripRequest, StripAnswer | null>;
  readonly timeline: Query<TimelineRequest, TimelineAnswer | null>;
  readonly tracks: Query<TracksRequest, TracksAnswer | null>;
  readonly tree: Query<TreeRequest, TreeAnswer>;
  readonly wait: Query<WaitRequest, WaitAnswer | null>;
  readonly warm: Query<WarmRequest, null>;
}

export const queryTable: QueryTable = {
  assembly: answerAssembly,
  assemblyFunctions: answerAssemblyFunctions,
  compare: answerCompare,
  compareAssembly: answerCompareAssembly,
  compareAssemblyFunctions: answerCompareAssemblyFunctions,
  compareFunction: answerCompareFunction,
  compareSandwich: answerCompareSandwich,
  compareSource: answerCompareSource,
  compareSourceFiles: answerCompareSourceFiles,
  compareSourceLine: answerCompareSourceLine,
  compareThreads: answerCompareThreads,
  compareTree: answerCompareTree,
  export: answerExport,
  children: answerChildren,
  facts: answerFacts,
  functions: answerFunctions,
  sandwich: answerSandwich,
  missing: answerMissing,
  search: answerSearch,
  inspect: answerInspect,
  summary: answerSummary,
  source: answerSource,
  sourceFiles: answerSourceFiles,
  sourceLine: answerSourceLine,
  flameChart: answerFlameChart,
  heat: answerHeat,
  markers: answerMarkers,
  strip: answerStrip,
  timeline: answerTimeline,
  tracks: answerTracks,
  tree: answerTree,
  wait: answerWait,
  warm: answerWarm,
};

export type QueryName = keyof QueryTable;
export type RequestOf<Name extends QueryName> = Parameters<QueryTable[Name]>[1];
export type AnswerOf<Name extends QueryName> = Awaited<ReturnType<QueryTable[Name]>>;
