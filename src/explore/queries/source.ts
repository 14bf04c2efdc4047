import {
  type FrameIndex,
  frameFile,
  frameName,
  moduleName,
  type Profile,
  textAt,
} from '../../profile/index.ts';
import type { Exploration } from '../exploration.ts';
import { keyedCosts, scopeTotal } from '../keyed-costs.ts';
import type { Query } from '../query.ts';
import type { Scope } from '../scope.ts';

export interface SourceRequest {
  readonly scope: Scope;
  /** '' = the file of the function. */
  readonly file: string;
  /** '' = whatever is hot in the file. */
  readonly name: string;
  /** '' = whichever image has it. */
  readonly module: string;
}

/** A source file and what its lines cost. The columns are aligned; lines without cost are left out. */
export interface SourceAnswer {
  /** '' = the profile names no file for what was asked. */
  readonly file: string;
  /** null = the profile does not carry it. */
  readonly text: string | null;
  /** Ascending. */
  readonly line: Int32Array;
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly selfSamples: Float64Array;
  readonly totalSamples: Float64Array;
  /** 1 = the line is of the function that was asked for. */
  readonly isAsked: Uint8Array;
  /** The line to look at: the function's hottest, else the file's; 0 = none. */
  readonly hotLine: number;
  /** Where the function begins; 0 = unknown. */
  readonly startLine: number;
  readonly whole: { readonly value: number; readonly samples: number };
  readonly unit: string;
}

/** The text of a file with the cost of each line. */
export const answerSource: Query<SourceRequest, SourceAnswer> = (exploration, request) =>
  sourceOf(exploration, request);

export function sourceOf(exploration: Exploration, request: SourceRequest): SourceAnswer {
  const profile = exploration.scoped(request.scope);
  const asked = framesAsked(profile, request);
  const file = request.file === '' ? hottestFile(profile, asked) : request.file;
  const { lineOfFrame, lines } = linesOf(profile, file);
  const costs = keyedCosts(profile, lineOfFrame, lines.length);
  const wanted = new Set(
    asked.filter((frame) => frameFile(profile, frame) === file).map((f) => lineOfFrame[f] ?? -1),
  );
  const inFunction = lines.map((_, row) => row).filter((row) => wanted.has(row));
  const hottest = (rows: readonly number[]): number =>
    rows.reduce(
      (best, row) => (heatOf(costs, row) > heatOf(costs, best) ? row : best),
      rows[0] ?? -1,
    );
  const hot = hottest(inFunction.length > 0 ? inFunction : [...lines.keys()]);
  const shown = Array.from(lines.keys()).filter((row) => (costs.total[row] as number) > 0);
  const pick = (column: Float64Array): Float64Array =>
    Float64Array.from(shown, (row) => column[row] as number);
  return {
    file,
    text: textOf(profile, file),
    line: Int32Array.from(shown, (row) => lines[row] as number),
    self: pick(costs.self),
    total: pick(costs.total),
    selfSamples: pick(costs.selfSamples),
    totalSamples: pick(costs.totalSamples),
    isAsked: Uint8Array.from(shown, (row) => (wanted.has(row) ? 1 : 0)),
    hotLine: lines[hot] ?? 0,
    startLine: startLineOf(profile, asked),
    whole: scopeTotal(profile),
    unit: profile.valueTypes[0]?.unit ?? 'count',
  };
}

function heatOf(costs: { self: Float64Array; total: Float64Array }, row: number): number {
  return (costs.self[row] as number) + (costs.total[row] as number) * 1e-6;
}

/** The frames of the function that is asked for. */
function framesAsked(profile: Profile, { name, module }: SourceRequest): FrameIndex[] {
  if (name === '') return [];
  return Array.from({ length: profile.frames.length }, (_, row) => row as FrameIndex).filter(
    (frame) =>
      frameName(profile, frame) === name &&
      (module === '' || moduleName(profile, frame) === module),
  );
}

function hottestFile(profile: Profile, asked: readonly FrameIndex[]): string {
  const own = Int32Array.from({ length: profile.frames.length }, (_, frame) => frame);
  const { total } = keyedCosts(profile, own, profile.frames.length);
  let best = -1;
  for (const frame of asked) {
    if (frameFile(profile, frame) === '') continue;
    if (best < 0 || (total[frame] as number) > (total[best] as number)) best = frame;
  }
  return best < 0 ? '' : frameFile(profile, best as FrameIndex);
}

/** Rows for the lines of a file, ascending, and the row of each frame in it; -1 for all others. */
function linesOf(profile: Profile, file: string): { lines: number[]; lineOfFrame: Int32Array } {
  const { frames } = profile;
  const isInFile = (frame: number): boolean =>
    file !== '' &&
    (frames.line[frame] as number) > 0 &&
    frameFile(profile, frame as FrameIndex) === file;
  const inFile = Array.from(frames.line.keys()).filter(isInFile);
  const lines = [...new Set(inFile.map((frame) => frames.line[frame] as number))].sort(
    (a, b) => a - b,
  );
  const rows = new Map(lines.map((line, row) => [line, row]));
  const lineOfFrame = new Int32Array(frames.length).fill(-1);
  for (const frame of inFile) lineOfFrame[frame] = rows.get(frames.line[frame] as number) ?? -1;
  return { lines, lineOfFrame };
}

function textOf(profile: Profile, file: string): string | null {
  const found = profile.sources.find((source) => textAt(profile, source.file) === file);
  return found?.text ?? null;
}

function startLineOf(profile: Profile, asked: readonly FrameIndex[]): number {
  for (const frame of asked) {
    const called = profile.frames.function[frame] as number;
    const line = called < 0 ? 0 : (profile.functions.startLine[called] as number);
    if (line > 0) return line;
  }
  return 0;
}
