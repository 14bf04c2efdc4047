// Builds dist/: every layer compiled by itself, for those who import it, and the command line bundled
// into few files, because a program of 250 small modules takes twice as long to start. Needs nothing
// but the installed packages. The new folder takes the place of the old one in one step, so a program
// that starts meanwhile finds a whole dist/.
import { spawn } from 'node:child_process';
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
import { build } from 'vite';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const fresh = `.build/dist.${process.pid}`;
const bundle = `.build/dist.${process.pid}.cli`;
const old = `.build/dist.${process.pid}.old`;
const started = new Date();
mkdirSync('.build', { recursive: true });
try {
  const [status] = await Promise.all([compile(), bundleCommandLine()]);
  if (status === 0) install();
  else process.exitCode = 1;
} finally {
  for (const folder of [old, fresh, bundle]) rmSync(folder, { recursive: true, force: true });
}

function compile() {
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', fresh];
  return new Promise((resolve) => {
    spawn(process.execPath, tsc, { stdio: 'inherit' }).once('exit', resolve);
  });
}

/** All in one folder, as src/cli is: files are found relative to the running module. */
async function bundleCommandLine() {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: bundle,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: {
          main: 'src/cli/main.ts',
          'part-worker': 'src/load/part-worker.ts',
          'drain-worker': 'src/platform/perf-events/drain-worker.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

function install() {
  rmSync(`${fresh}/cli`, { recursive: true });
  renameSync(bundle, `${fresh}/cli`);
  chmodSync(`${fresh}/cli/main.js`, 0o755);
  // Dated from the start: a source saved while the compiler ran counts as newer.
  writeFileSync(`${fresh}/.stamp`, '');
  utimesSync(`${fresh}/.stamp`, started, started);
  if (existsSync('dist')) renameSync('dist', old);
  renameSync(fresh, 'dist');
}
