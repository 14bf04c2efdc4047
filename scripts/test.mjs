// Builds, then runs every test. Arguments go to vitest.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
for (const command of [
  ['scripts/build.mjs'],
  ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)],
]) {
  const done = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (done.status !== 0) process.exit(done.status ?? 1);
}
