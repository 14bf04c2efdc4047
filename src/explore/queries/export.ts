import {
  buildCallTree,
  type CallTree,
  costGraph,
  type DiffMeasure,
  defaultNodeOptions,
  diffTree,
  measureOf,
  mergeSides,
  noTrimming,
  type ProfileDiff,
  pickRows,
  type ReportContext,
  reportTotal,
} from '../../analysis/index.ts';
import { unreachable } from '../../base/assert.ts';
import { ToolError } from '../../base/tool-error.ts';
import { findFormat } from '../../formats/index.ts';
import { compactProfile, type Profile, type ValueTypeIndex } from '../../profile/index.ts';
import { csvLines, csvRows } from '../../render/csv.ts';
import { type FlameSvgOptions, minimumShare, renderFlameSvg } from '../../render/index.ts';
import { diffColumns, diffCsvRows, diffJson } from '../../render/json/diff-json.ts';
import { rowColumns } from '../../render/json/report-json.ts';
import { topJson } from '../../render/json/top-json.ts';
import type { Exploration } from '../exploration.ts';
import { gzipBytes } from '../gzip-bytes.ts';
import type { Query } from '../query.ts';
import type { Scope, TreeShape } from '../scope.ts';

export const exportFormats = [
  'svg',
  'csv',
  'json',
  'folded',
  'pprof',
  'speedscope',
  'plateau',
] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What is seen, and as what it is to be written. */
export interface ExportRequest {
  readonly scope: Scope;
  /** With it a difference is written; speedscope, which holds one profile, has the new side. */
  readonly base: Scope | null;
  readonly normalize: boolean;
  /** Which cost the rows of a difference are ordered by. */
  readonly measure: DiffMeasure;
  readonly shape: TreeShape;
  readonly look: Pick<FlameSvgOptions, 'title' | 'subtitle' | 'shape' | 'colors' | 'width'>;
  readonly format: ExportFormat;
}

export interface ExportedFile {
  /** With its dot. */
  readonly extension: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** The current selection, after all transforms, as a file: the same numbers as on screen. */
export const answerExport: Query<ExportRequest, ExportedFile> = async (exploration, request) => {
  const { format } = request;
  switch (format) {
    case 'svg':
      return text(
        '.svg',
        'image/svg+xml',
        renderFlameSvg(treeOf(exploration, request), request.look).chunks,
      );
    case 'csv':
      return text('.csv', 'text/csv', lines(csvOf(exploration, request)));
    case 'json':
      return text('.json', 'application/json', [
        JSON.stringify(jsonOf(exploration, request), null, 2),
      ]);
    case 'folded':
      if (request.base !== null) return await foldedSides(exploration, request, request.base);
      return await encoded(exploration, exploration.scoped(request.scope), format);
    case 'pprof':
    case 'plateau': {
      const { scope, base } = request;
      const profile =
        base === null ? exploration.scoped(scope) : comparedProfile(exploration, request, base);
      // Parts of a profile share its tables: what was left out is not to be in the file, either.
      return await encoded(exploration, compactProfile(profile), format);
    }
    case 'speedscope':
      return await encoded(exploration, compactProfile(exploration.scoped(request.scope)), format);
    default:
      return unreachable(format);
  }
};

function treeOf(exploration: Exploration, request: ExportRequest): CallTree {
  const { scope, base, shape, look } = request;
  const { direction, order, by: granularity } = shape;
  const options = { direction, order, granularity, minimumShare: minimumShare(look) };
  const profile = exploration.scoped(scope);
  if (base === null) return buildCallTree(profile, options);
  return diffTree(exploration.scoped(base), profile, diffOf(exploration, request, base), options);
}

function csvOf(exploration: Exploration, request: ExportRequest): Iterable<string> {
  const { base } = request;
  if (base === null) {
    return csvLines(rowColumns, csvRows(rowColumns, topOf(exploration, request.scope).rows));
  }
  const diff = diffOf(exploration, request, base);
  return csvLines(diffColumns, diffCsvRows(diffJson(diff, pickRows(diff)).rows));
}

function jsonOf(exploration: Exploration, request: ExportRequest): unknown {
  if (request.base === null) return topOf(exploration, request.scope);
  const diff = diffOf(exploration, request, request.base);
  return diffJson(diff, pickRows(diff));
}

function diffOf(exploration: Exploration, request: ExportRequest, base: Scope): ProfileDiff {
  const { normalize, scope: after, shape, measure } = request;
  return exploration.compared({ base, after, normalize }, shape.by, measure);
}

/** Both sides in one profile, with three values: base, new and change. */
function comparedProfile(exploration: Exploration, request: ExportRequest, base: Scope): Profile {
  const diff = diffOf(exploration, request, base);
  const [before, after] = [exploration.scoped(base), exploration.scoped(request.scope)];
  const merged = mergeSides(before, after, diff);
  const { samples, valueTypes, meta } = merged;
  const [old = new Float64Array(samples.length), now = new Float64Array(samples.length)] =
    samples.values;
  const change = now.map((value, row) => value - (old[row] as number));
  return {
    ...merged,
    meta: { ...meta, defaultValueType: 1 },
    valueTypes: [...valueTypes, { name: 'change', unit: diff.unit }],
    samples: { ...samples, values: [old, now, change] },
  };
}

/** `stack base new` per line, as difffolded.pl writes it and flamegraph.pl reads it. */
async function foldedSides(
  exploration: Exploration,
  request: ExportRequest,
  base: Scope,
): Promise<ExportedFile> {
  const merged = comparedProfile(exploration, request, base);
  const sides = new Map<string, [number, number]>();
  for (const side of [0, 1] as const) {
    const file = await encoded(exploration, merged, 'folded', side);
    for (const line of new TextDecoder().decode(file.bytes).split('\n')) {
      const at = line.lastIndexOf(' ');
      if (at < 0) continue;
      const both = sides.get(line.slice(0, at)) ?? [0, 0];
      both[side] += Number(line.slice(at + 1));
      sides.set(line.slice(0, at), both);
    }
  }
  const rows = [...sides].map(([stack, [old, now]]) => `${stack} ${old} ${now}`);
  return text('.folded', 'text/plain', lines(rows));
}

/** As `plateau top --json` has it, of the selection alone. */
function topOf(exploration: Exploration, scope: Scope): ReturnType<typeof topJson> {
  const profile = exploration.scoped(scope);
  const measure = measureOf(profile, 0 as ValueTypeIndex);
  const context: ReportContext = {
    profile,
    measure,
    total: reportTotal(profile, measure),
    unit: 'minimum',
    filters: scope.transforms.map((step) => `transform=${step}`),
  };
  const graph = costGraph(profile, measure, defaultNodeOptions, noTrimming);
  return topJson(context, graph, defaultNodeOptions.paths);
}

async function encoded(
  exploration: Exploration,
  profile: Profile,
  name: ExportFormat,
  valueType = 0,
): Promise<ExportedFile> {
  const format = findFormat(name);
  const { codec } = exploration;
  if (format?.encode === undefined) {
    throw new ToolError('usage', `${name} cannot be written here`);
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of format.encode(profile, { valueType, codec })) pieces.push(piece);
  const plain = joined(pieces);
  const bytes = format.gzip === true ? await gzipBytes(plain, codec) : plain;
  return {
    extension: format.extensions[0] ?? `.${name}`,
    mediaType: 'application/octet-stream',
    bytes,
  };
}

function* lines(rows: Iterable<string>): Generator<string> {
  for (const row of rows) yield `${row}\n`;
}

function text(extension: string, mediaType: string, chunks: Iterable<string>): ExportedFile {
  const encoder = new TextEncoder();
  const bytes = joined(Array.from(chunks, (chunk) => encoder.encode(chunk)));
  return { extension, mediaType, bytes };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
