import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface PlainPath extends AsyncDisposable {
  readonly path: string;
}

/**
 * Another way to `path`, for programs that take `%` for the beginning of a pattern: LLVM's runtime drops it
 * with the letter behind it and knows no way to write it (compiler-rt, InstrProfilingFile.c). Other paths
 * are given back as they are.
 */
export async function plainPath(path: string): Promise<PlainPath> {
  if (!path.includes('%')) return { path, [Symbol.asyncDispose]: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), 'plateau-pgo-'));
  const link = join(folder, 'raw');
  await symlink(dirname(path), link);
  return {
    path: join(link, basename(path)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
