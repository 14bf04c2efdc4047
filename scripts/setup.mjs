// Makes a clone ready, with nothing but Node's own modules: installs npm packages when they are missing
// or differ from the lock file.
//   --build    also builds when dist/ is missing or older than its source
//   --judges   also installs the tools that tests compare with, where it can; never fails for them
//   --retry    tries again what could not be installed before
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installJudges } from './judges.mjs';
import { withLock } from './lock.mjs';

const installed = 'node_modules/.plateau-lock.json';
const stamp = 'dist/.stamp';
/** As in `./plateau`, which asks the same question without starting Node. */
const builtFrom = ['src', 'scripts', 'tsconfig.base.json', 'tsconfig.build.json', installed];

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const wants = new Set(process.argv.slice(2));
await withLock('.build/setup.lock', () => {
  if (packagesAreStale()) installPackages();
  if (wants.has('--build') && buildIsStale()) build();
});
if (wants.has('--judges')) installJudges({ retry: wants.has('--retry') });

function packagesAreStale() {
  return (
    !existsSync(installed) ||
    readFileSync(installed, 'utf8') !== readFileSync('package-lock.json', 'utf8')
  );
}

function installPackages() {
  console.error('plateau: installing packages (once) …');
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    encoding: 'utf8',
  });
  if (done.status !== 0) {
    const said = done.error?.code === 'ENOENT' ? 'npm is not on the PATH' : done.stderr;
    console.error(`plateau: npm ci failed: ${said}\n  try: install npm, or look at the network`);
    process.exit(1);
  }
  copyFileSync('package-lock.json', installed);
}

function buildIsStale() {
  if (!existsSync(stamp)) return true;
  const built = statSync(stamp).mtimeMs;
  return builtFrom.some((path) => newestMs(path) > built);
}

function newestMs(path) {
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  const below = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return below.reduce((newest, name) => {
    return Math.max(newest, statSync(`${path}/${name}`).mtimeMs);
  }, own.mtimeMs);
}

function build() {
  console.error('plateau: building …');
  const done = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 2, 2] });
  if (done.status !== 0) process.exit(done.status ?? 1);
}
