import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** One parser under attack. `run` may throw nothing but a ToolError. */
export interface FuzzTarget {
  readonly name: string;
  /** Valid inputs to start from. */
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void | Promise<void>;
}

const src = fileURLToPath(new URL('../../src', import.meta.url));

/** Every `fuzzTarget` exported by a `*.fuzz.ts` below src/. */
export async function fuzzTargets(): Promise<FuzzTarget[]> {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
  const found: FuzzTarget[] = [];
  for (const file of files.filter((path) => path.endsWith('.fuzz.ts')).sort()) {
    const module = (await import(pathToFileURL(join(src, file)).href)) as {
      fuzzTarget: FuzzTarget;
    };
    found.push(module.fuzzTarget);
  }
  return found;
}
