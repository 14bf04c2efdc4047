// Makes a fresh clone ready: installs npm packages when they are missing or older than the lock file.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const installed = 'node_modules/.plateau-lock.json';
const stale =
  !existsSync(installed) ||
  readFileSync(installed, 'utf8') !== readFileSync('package-lock.json', 'utf8');
if (stale) {
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
  copyFileSync('package-lock.json', installed);
}
