// Runs a TypeScript program of this repository, since Node 20 cannot: bundles it below .build/ and imports it.
//   node scripts/run-typescript.mjs benchmarks/container-speed.ts [arguments]
import { basename, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Gives the path of the bundle, which keeps `import.meta` and stack traces usable. */
export async function bundleTypescript(source) {
  const name = `${basename(source, '.ts')}.mjs`;
  const outDir = resolve(root, '.build/programs');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: resolve(root, source),
      outDir,
      emptyOutDir: false,
      minify: false,
      sourcemap: 'inline',
      target: 'node20',
      rollupOptions: { output: { entryFileNames: name } },
    },
  });
  return resolve(outDir, name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , source, ...rest] = process.argv;
  const bundle = await bundleTypescript(source);
  process.argv = [process.argv[0], bundle, ...rest];
  await import(pathToFileURL(bundle));
}
