import { relative } from 'node:path';
import type { PgoRun } from './pgo-run.ts';
import { toolchainOf } from './toolchain-table.ts';

export interface SourceVersion {
  /** '' = not in a repository. */
  readonly commit: string;
  readonly dirty: boolean;
}

const gitTimeoutMs = 20_000;

type Asking = Pick<PgoRun, 'config' | 'host' | 'children' | 'places'>;

/** Which sources were built; a folder outside a repository, or a machine without git, has none. */
export async function readSourceVersion(run: Asking): Promise<SourceVersion> {
  const commit = (await git(run, 'rev-parse', 'HEAD')) ?? '';
  if (commit === '') return { commit, dirty: false };
  // What runs write is no source.
  const written = [run.places.output, run.places.profiles]
    .map((path) => relative(run.config.folder, path))
    .filter((path) => path !== '' && !path.startsWith('..'))
    .map((path) => `:(exclude)${path}`);
  return { commit, dirty: (await git(run, 'status', '--porcelain', '--', '.', ...written)) !== '' };
}

/** How many commits the sources are ahead of one; undefined = it is not in the repository. */
export async function commitsSince(run: Asking, commit: string): Promise<number | undefined> {
  if (!/^[0-9a-f]{7,64}$/.test(commit)) return undefined;
  const count = await git(run, 'rev-list', '--count', `${commit}..HEAD`);
  return count === undefined || count === '' ? undefined : Number(count);
}

async function git(run: Asking, ...args: readonly string[]): Promise<string | undefined> {
  try {
    const program = { argv: ['git', ...args], cwd: run.config.folder, env: run.host.env };
    const end = await run.children.run(program, gitTimeoutMs);
    return end.status === 0 ? end.stdout.toString().trim() : undefined;
  } catch {
    return undefined;
  }
}

/** What the compilers of the configuration say of themselves; a missing one is an error. */
export async function toolVersions(run: PgoRun): Promise<string[]> {
  const commands = run.config.targets.map((target) => toolchainOf(target).versionCommand(target));
  const distinct = new Map(commands.map((command) => [command.join(' '), command]));
  const versions: string[] = [];
  for (const command of distinct.values()) versions.push(await readCompiler(run, command));
  return versions;
}

/** First line of what the compiler says of itself. */
export async function readCompiler(run: PgoRun, command: readonly string[]): Promise<string> {
  const program = { argv: command, cwd: run.config.folder, env: run.host.env };
  const end = await run.children.run(program, gitTimeoutMs);
  return end.stdout.toString().split('\n')[0] ?? '';
}
