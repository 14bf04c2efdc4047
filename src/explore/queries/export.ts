import {
  buildCallTree,
  type CallTree,
  costGraph,
  defaultNodeOptions,
  diffProfiles,
  diffTree,
  measureOf,
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
  /** With it a difference is written; formats that hold one profile write the new side. */
  readonly base: Scope | null;
  readonly normalize: boolean;
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
    case 'pprof':
    case 'speedscope':
    case 'plateau':
      // Parts of a profile share its tables: what was left out is not to be in the file, either.
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
  const { normalize, scope } = request;
  return diffProfiles(exploration.scoped(base), exploration.scoped(scope), { normalize });
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
): Promise<ExportedFile> {
  const format = findFormat(name);
  const { codec } = exploration;
  if (format?.encode === undefined) {
    throw new ToolError('usage', `${name} cannot be written here`);
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of format.encode(profile, { valueType: 0, codec })) pieces.push(piece);
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
