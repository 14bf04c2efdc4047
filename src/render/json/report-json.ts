import {
  type CostGraph,
  cleanPath,
  type NodeInfo,
  observedSamples,
  type PathTrimming,
  type ReportContext,
  type TopRow,
  trimSourcePath,
} from '../../analysis/index.ts';
import { scale } from '../../base/units.ts';
import { type FrameIndex, frameFile, type Profile, textAt } from '../../profile/index.ts';

/** The start of every report that has numbers. docs/reference/json.md describes it. */
export interface ReportJson {
  readonly type: string;
  readonly unit: string;
  readonly total: number;
  readonly samples: number;
}

export function reportJson(context: ReportContext): ReportJson {
  return {
    type: context.measure.name,
    unit: jsonUnit(context),
    total: jsonValue(context, context.total),
    samples: observedSamples(context),
  };
}

/** Numbers stay in the profile's unit unless another is asked for. */
function jsonUnit({ measure, unit }: ReportContext): string {
  return unit === 'minimum' || unit === 'auto' ? measure.unit : scale(0, measure.unit, unit).unit;
}

export function jsonValue({ measure, unit }: ReportContext, value: number): number {
  if (unit === 'minimum' || unit === 'auto') return value;
  return scale(value, measure.unit, unit).value;
}

/** A share in percent, signed, to four decimals. */
export function jsonPercent(value: number, total: number): number {
  if (total === 0) return 0;
  const rounded = Math.round((value / total) * 1e6) / 1e4;
  return rounded === 0 ? 0 : rounded;
}

/** Where a row is in the program. Unknown is '' and 0. */
export interface PlaceJson {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly module: string;
}

/**
 * A row knows only what its granularity tells apart; the rest comes from one of its frames: the
 * file, the line the function starts at, the image.
 */
function placeJson(
  profile: Profile,
  info: NodeInfo,
  frame: FrameIndex | undefined,
  paths: PathTrimming,
): PlaceJson {
  const called = frame === undefined ? -1 : (profile.frames.function[frame] as number);
  const mapping = frame === undefined ? -1 : (profile.frames.mapping[frame] as number);
  const file =
    frame === undefined ? '' : cleanPath(trimSourcePath(frameFile(profile, frame), paths));
  const startLine = called < 0 ? 0 : (profile.functions.startLine[called] as number);
  return {
    name: info.name === '' ? info.label : info.name,
    file: info.file === '' ? file : info.file,
    line: info.line === 0 ? startLine : info.line,
    module: mapping < 0 ? info.module : textAt(profile, profile.mappings.file[mapping] as number),
  };
}

export interface RowJson extends PlaceJson {
  readonly flat: number;
  readonly flatPercent: number;
  readonly cum: number;
  readonly cumPercent: number;
  /** Observations behind `cum`, and behind `flat`. */
  readonly samples: number;
  readonly flatSamples: number;
  readonly inline: TopRow['inlining'];
}

export const rowColumns: readonly (keyof RowJson)[] = [
  'name',
  'file',
  'line',
  'module',
  'flat',
  'flatPercent',
  'cum',
  'cumPercent',
  'samples',
  'flatSamples',
  'inline',
];

export function rowJson(
  context: ReportContext,
  graph: CostGraph,
  row: TopRow,
  paths: PathTrimming,
): RowJson {
  const { profile, total } = context;
  return {
    ...placeJson(profile, row.info, graph.nodes.frames[row.node], paths),
    flat: jsonValue(context, row.flat),
    flatPercent: jsonPercent(row.flat, total),
    cum: jsonValue(context, row.cum),
    cumPercent: jsonPercent(row.cum, total),
    samples: row.cumSamples,
    flatSamples: row.flatSamples,
    inline: row.inlining,
  };
}
