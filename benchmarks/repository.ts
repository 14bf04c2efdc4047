import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, also from a bundle below `.build/`. */
export function repositoryRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'fixtures/recordings'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error('no fixtures/recordings above this file');
    folder = above;
  }
  return folder;
}

/** The program as it is when installed, from this repository. */
export function plateauProgram(): string {
  return join(repositoryRoot(), 'dist/cli/plateau');
}
