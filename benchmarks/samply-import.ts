import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findTool } from '../tests/judges/requires.ts';
import type { CommandLine } from './benchmark.ts';

/** `samply import`, which unwinds and writes a profile; names are looked up later, when it is viewed. */
export function samplyImport(
  dir: string,
  recording: string,
): { readonly command: CommandLine; readonly version: string } {
  const samply = findTool('samply') ?? 'samply';
  const output = join(dir, 'samply.json.gz');
  const version = execFileSync(samply, ['--version'], { encoding: 'utf8' }).trim();
  return {
    command: { argv: [samply, 'import', '--save-only', '-o', output, recording] },
    version: `${version} import`,
  };
}
