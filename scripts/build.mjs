// Builds dist/: every layer compiled by itself, for those who import it, and the command line bundled
// into few files, because a program of 250 small modules takes twice as long to start, and each web page as
// one file. Needs nothing but the installed packages. The new folder takes the place of the old one in one step, so a program
// that starts meanwhile finds a whole dist/.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildPages } from './build-page.mjs';
import { bundleGroups } from './bundle-groups.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const fresh = `.build/dist.${process.pid}`;
const bundle = `.build/dist.${process.pid}.cli`;
const old = `.build/dist.${process.pid}.old`;
const started = new Date();
mkdirSync('.build', { recursive: true });
try {
  const [status, pages] = await Promise.all([compile(), buildPages(), bundleCommandLine()]);
  if (status === 0) install(pages);
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
    plugins: [globalProcess()],
    // Into the bundle, since finding and reading their files takes longer than running them.
    ssr: { noExternal: ['commander', 'picocolors', 'fzstd', 'smol-toml'] },
    build: {
      ssr: true,
      outDir: bundle,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: {
          'command-line': 'src/cli/command-line.ts',
          'part-worker': 'src/load/part-worker.ts',
          'read-worker': 'src/server/read-worker.ts',
          'drain-worker': 'src/platform/perf-events/drain-worker.ts',
          'run-worker': 'src/bench/run-worker.ts',
        },
        output: {
          format: 'cjs',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: { groups: bundleGroups },
        },
      },
    },
  });
}

/** `import process` reads every property of it, which opens stdin and stdout: the global does not. */
function globalProcess() {
  const statement = /^import process from ['"]node:process['"];$/m;
  return { name: 'global-process', transform: (code) => code.replace(statement, '') };
}

function install(pages) {
  mkdirSync(`${fresh}/web`);
  for (const [name, text] of Object.entries(pages)) writeFileSync(`${fresh}/web/${name}`, text);
  rmSync(`${fresh}/cli`, { recursive: true });
  renameSync(bundle, `${fresh}/cli`);
  // CommonJS: Node finds, reads and links it in half the time that modules take.
  writeFileSync(`${fresh}/cli/package.json`, '{ "type": "commonjs" }\n');
  // Not bundled: threads may need what the bundler puts into the first file, and must not run it.
  writeFileSync(
    `${fresh}/cli/main.js`,
    "#!/usr/bin/env node\nvoid require('./command-line.js').runProcess();\n",
  );
  chmodSync(`${fresh}/cli/main.js`, 0o755);
  copyFileSync('scripts/launcher.sh', `${fresh}/cli/plateau`);
  chmodSync(`${fresh}/cli/plateau`, 0o755);
  // Dated from the start: a source saved while the compiler ran counts as newer.
  writeFileSync(`${fresh}/.stamp`, '');
  utimesSync(`${fresh}/.stamp`, started, started);
  if (existsSync('dist')) renameSync('dist', old);
  renameSync(fresh, 'dist');
}
