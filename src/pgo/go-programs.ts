import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const listTimeoutMs = 60_000;

/**
 * The folders of a module's programs, from its root. Go itself knows what tags and names of files leave out;
 * where there is no Go, or it fails, the files are read.
 */
export function goProgramFolders(folder: string): string[] {
  const format = '{{if eq .Name "main"}}{{.Module.Dir}}\t{{.Dir}}{{end}}';
  // -find: what is imported need not be there.
  const listed = spawnSync('go', ['list', '-e', '-find', '-f', format, './...'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: listTimeoutMs,
  });
  const found =
    listed.status === 0
      ? listed.stdout
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => {
            const [module = '', path = ''] = line.split('\t');
            return relative(module, path) || '.';
          })
      : [...readMainPackages(folder, '.', 0)];
  // What only the module itself may use makes its sources.
  return found.filter((path) => !path.split('/').includes('internal')).sort();
}

/** As Go does: no folder whose name starts with a dot or `_`, no module in a module. */
const skipped = /^([._]|node_modules$|vendor$|testdata$)/;
const deepest = 3;

function* readMainPackages(folder: string, path: string, depth: number): Generator<string> {
  const entries = readdirSync(join(folder, path), { withFileTypes: true });
  const sources = entries.filter(({ name }) => name.endsWith('.go') && !name.endsWith('_test.go'));
  if (sources.some(({ name }) => isOfMain(readFileSync(join(folder, path, name), 'utf8')))) {
    yield path;
  }
  if (depth === deepest) return;
  for (const entry of entries) {
    if (!entry.isDirectory() || skipped.test(entry.name)) continue;
    if (existsSync(join(folder, path, entry.name, 'go.mod'))) continue;
    yield* readMainPackages(folder, join(path, entry.name), depth + 1);
  }
}

/** A generator beside a library's sources is run by `go run` and is in no build. */
function isOfMain(source: string): boolean {
  return /^package main\b/m.test(source) && !/^\/\/go:build ignore\b/m.test(source);
}
