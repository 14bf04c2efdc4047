import { matchFiles } from '../file-match.ts';
import type { Query } from '../query.ts';
import type { Comparison } from '../scope.ts';
import { answerSourceFiles, type SourceFile, type SourceFilesAnswer } from './source-files.ts';

export type CompareSourceFilesRequest = Comparison;

/** A file of either side; its costs are the new side's, scaled as in every comparison. */
export interface ComparedSourceFile extends SourceFile {
  readonly base: { readonly self: number; readonly total: number };
}

export interface ComparedSourceFiles extends Omit<SourceFilesAnswer, 'files'> {
  /** Those that changed most first, by themselves, then with what they call. */
  readonly files: readonly ComparedSourceFile[];
}

/** Source files of both sides by what changed in them. */
export const answerCompareSourceFiles: Query<
  CompareSourceFilesRequest,
  ComparedSourceFiles
> = async (exploration, request) => {
  const base = await answerSourceFiles(exploration, { scope: request.base });
  const after = await answerSourceFiles(exploration, { scope: request.after });
  const { scale } = exploration.compared(request, 'functions', 'total');
  const pairs = matchFiles(pathsOf(base), pathsOf(after));
  const byPath = new Map(base.files.map((file) => [file.file, file]));
  const ofNew = after.files.map((file): ComparedSourceFile => {
    const old = byPath.get(pairs.get(file.file) ?? '');
    return {
      ...file,
      self: file.self * scale,
      total: file.total * scale,
      base: { self: old?.self ?? 0, total: old?.total ?? 0 },
    };
  });
  const kept = new Set(pairs.values());
  const gone = base.files
    .filter(({ file }) => !kept.has(file))
    .map((file): ComparedSourceFile => {
      const { self, total } = file;
      return { ...file, self: 0, total: 0, selfSamples: 0, totalSamples: 0, base: { self, total } };
    });
  const files = [...ofNew, ...gone].sort(
    (a, b) =>
      changeOf(b, 'self') - changeOf(a, 'self') || changeOf(b, 'total') - changeOf(a, 'total'),
  );
  return { ...after, files };
};

function changeOf(file: ComparedSourceFile, of: 'self' | 'total'): number {
  return Math.abs(file[of] - file.base[of]);
}

function pathsOf({ files }: SourceFilesAnswer): string[] {
  return files.map(({ file }) => file);
}
