import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeHost } from '../../src/cli/testing/fake-host.ts';
import { findTool } from './requires.ts';

const folder = new URL('../../fixtures/recordings/', import.meta.url);

export function recording(name: string): string {
  return fileURLToPath(new URL(name, folder));
}

/** The program behind `go tool pprof`: started directly it is ten times quicker. */
let pprofPath: string | undefined;

/** What `go tool pprof` prints. Symbols come from the file alone, times are in UTC. */
export function pprof(...args: readonly string[]): string {
  pprofPath ??= run(findTool('go') ?? 'go', ['tool', '-n', 'pprof']).trim();
  return run(pprofPath, ['-symbolize=none', ...args]);
}

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, TZ: 'UTC' },
    maxBuffer: 1 << 28,
  });
}

/** What plateau prints. A failure is an error with what it said. */
export async function plateau(...args: readonly string[]): Promise<string> {
  const host = fakeHost(args);
  const status = await runCli(host);
  if (status !== 0)
    throw new Error(`plateau ${args.join(' ')} ended with ${status}: ${host.written.err}`);
  return host.written.out;
}

/** Lines as words: numbers and order count, spacing does not. */
export function words(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '');
}

/**
 * Calls of equal size stand in no order in pprof when their signs differ, and rows that read the
 * same in none at all: runs of lines with the same number in front are sorted.
 */
export function settled(lines: readonly string[]): string[] {
  const result: string[] = [];
  let run: string[] = [];
  const flush = (): void => {
    result.push(...run.sort());
    run = [];
  };
  for (const line of lines) {
    if (run[0] !== undefined && sizeOf(run[0]) !== sizeOf(line)) flush();
    run.push(line);
  }
  flush();
  return result;
}

function sizeOf(line: string): string {
  return line.split(' ')[0]?.replace(/^-/, '') ?? '';
}

/** `raw` with every location number replaced by what stands at it. */
export function rawByContent(text: string): string[] {
  const [head = '', locations = '', mappings = ''] = text.split(/^(?:Locations|Mappings)$/m);
  const places = new Map<string, string>();
  for (const place of locations.split(/\n(?= *\d+: 0x)/)) {
    const split = place.indexOf(':');
    places.set(
      place.slice(0, split).trim(),
      place
        .slice(split + 1)
        .trim()
        .replace(/\s+/g, ' '),
    );
  }
  const samples = head.split('\n').map((line) => {
    const found = /^((?: +-?\d+)+): ([\d ]*)$/.exec(line);
    if (found === null) return line;
    const path = (found[2] ?? '').split(' ').filter((id) => id !== '');
    return `${found[1]}: ${path.map((id) => `<${places.get(id)}>`).join(' ')}`;
  });
  return words([...samples, mappings].join('\n'));
}
