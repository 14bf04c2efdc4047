// Compiles src/ to dist/. Needs nothing but the installed packages. The new folder takes the place of
// the old one in one step, so a program that starts meanwhile finds a whole dist/.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const fresh = `.build/dist.${process.pid}`;
const old = `.build/dist.${process.pid}.old`;
const started = new Date();
mkdirSync('.build', { recursive: true });
try {
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', fresh];
  const compiled = spawnSync(process.execPath, tsc, { stdio: 'inherit' });
  if (compiled.status !== 0) process.exit(compiled.status ?? 1);
  chmodSync(`${fresh}/cli/main.js`, 0o755);
  // Dated from the start: a source saved while the compiler ran counts as newer.
  writeFileSync(`${fresh}/.stamp`, '');
  utimesSync(`${fresh}/.stamp`, started, started);
  if (existsSync('dist')) renameSync('dist', old);
  renameSync(fresh, 'dist');
} finally {
  rmSync(old, { recursive: true, force: true });
  rmSync(fresh, { recursive: true, force: true });
}
