import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { Script } from 'node:vm';

/** What Node 20 calls for every CommonJS file that it loads. */
interface Loader {
  _compile(this: { exports: object }, source: string, path: string): unknown;
}

interface Loaders {
  readonly prototype: Loader;
  wrap(source: string): string;
  createRequire(path: string): unknown;
  /** From Node 22.8 on. */
  enableCompileCache?(folder: string): void;
}

/**
 * Keeps the compiled code of the files that are loaded from now on beside them, in `folder`, and takes it
 * from there in the next run: parsing and compiling is a tenth of what a short command does. `use` names
 * what the program does now, because each use compiles other functions of the same files. Code that V8
 * made in another version, or with other flags, it refuses; then the file is compiled as ever.
 */
export function keepCompiledCode(folder: string, use: string): void {
  // Whoever else runs the program must not leave files that its owner cannot remove.
  if (statSync(folder).uid !== process.geteuid?.()) return;
  const kept = join(folder, '.code', use);
  const loaders = module as unknown as Loaders;
  if (loaders.enableCompileCache !== undefined) loaders.enableCompileCache(kept);
  else keepByHand(loaders, join(kept, `${process.version}-${process.arch}`));
}

/** The same for Node 20, as the package v8-compile-cache does it. */
function keepByHand(loaders: Loaders, folder: string): void {
  const fresh = new Map<string, Script>();
  loaders.prototype._compile = function (source, path) {
    // The names of a bundle's files hold a hash of their content.
    const kept = join(folder, basename(path));
    const cachedData = readKept(kept);
    const script = new Script(loaders.wrap(source), {
      filename: path,
      ...(cachedData !== undefined && { cachedData }),
    });
    if (cachedData === undefined) fresh.set(kept, script);
    const run = script.runInThisContext() as (...facts: unknown[]) => unknown;
    const { exports } = this;
    return run.call(exports, exports, loaders.createRequire(path), this, path, dirname(path));
  };
  // At the end, because functions are compiled when they are first called.
  process.once('exit', (status) => {
    if (status !== 0) return;
    for (const [path, script] of fresh) writeKept(path, script);
  });
}

function readKept(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Whole or not at all. Where it cannot be written the next start takes as long as this one. */
function writeKept(path: string, script: Script): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.${process.pid}`, script.createCachedData());
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // A full disk, a read-only one, or a program that was replaced while it ran.
  }
}
