import type { PgoRun } from './pgo-run.ts';
import { toolchainOf } from './toolchain-table.ts';

export interface SourceVersion {
  /** '' = not in a repository. */
  readonly commit: string;
  readonly dirty: boolean;
}

const gitTimeoutMs = 20_000;

/** Which sources were built; a folder outside a repository, or a machine without git, has none. */
export async function readSourceVersion(run: PgoRun): Promise<SourceVersion> {
  const git = async (...args: readonly string[]): Promise<string> => {
    const program = { argv: ['git', ...args], cwd: run.config.folder, env: run.host.env };
    const end = await run.children.run(program, gitTimeoutMs);
    return end.status === 0 ? end.stdout.toString().trim() : '';
  };
  try {
    const commit = await git('rev-parse', 'HEAD');
    const isDirty = commit !== '' && (await git('status', '--porcelain', '--', '.')) !== '';
    return { commit, dirty: isDirty };
  } catch {
    return { commit: '', dirty: false };
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
