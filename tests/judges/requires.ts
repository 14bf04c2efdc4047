import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { it, type TestContext } from 'vitest';

type Run = (context: TestContext) => unknown;

/** Where tools live that their installers do not put on everybody's PATH. */
const furtherFolders = [join(homedir(), '.cargo/bin'), '/usr/local/go/bin', '/usr/lib/go/bin'];

/** The full path of a program, or undefined when this machine does not have it. */
export function findTool(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...furtherFolders];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/**
 * `it` for a test that real tools judge. Without them the test is skipped and says which is missing;
 * `STRICT=1` makes that a failure.
 *
 *     const itWithGo = requires('go');
 *     itWithGo('agrees with go tool pprof -top', () => { … });
 */
export function requires(...tools: readonly string[]): (name: string, run: Run) => void {
  const missing = tools.filter((tool) => findTool(tool) === undefined);
  return (name, run) => {
    it(name, (context) => {
      if (missing.length === 0) return run(context);
      return skip(context, `${missing.join(', ')} not found; \`npm run setup\` says why`);
    });
  };
}

/** Skips with a reason that the summary of `npm test` counts; a failure under `STRICT=1`. */
export function skip(context: TestContext, reason: string): never {
  if (process.env['STRICT'] === '1') throw new Error(`STRICT: ${reason}`);
  return context.skip(reason);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
