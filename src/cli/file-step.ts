import { readdirSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { nearNames } from '../base/near-names.ts';
import { shellWord } from '../base/shell-word.ts';
import type { ToolError } from '../base/tool-error.ts';
import { findFormatByExtension } from '../formats/index.ts';
import { errorCode } from '../platform/file-errors.ts';
import type { Host } from '../platform/host.ts';
import { commandTable } from './command-table.ts';

const makeOne = 'plateau record -- ./app writes profile.plateau, and plateau top reads it';
const mostNames = 3;
/** Commands whose files are others: programs, inputs, results. */
const otherFiles: ReadonlySet<string> = new Set(
  'bench compare demo doctor pgo record stat symbolize'.split(' '),
);

/** What helps when a command could not read a file, from what lies around it. */
export function findFileStep(
  { file, message, cause }: ToolError,
  command: string,
  host: Host,
): string | undefined {
  if (file === undefined || !message.startsWith('cannot read')) return undefined;
  const isOther = otherFiles.has(command);
  switch (errorCode(cause)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return stepForPath(file) ?? (isOther ? undefined : stepForProfile(file, host));
    case 'EISDIR': {
      if (isOther) return 'name a file in it';
      const profiles = profilesIn(file);
      return profiles.length === 0 ? `it has no profiles; ${makeOne}` : listed(file, profiles);
    }
    case 'EACCES':
      return `read it as its owner, or sudo chmod a+r ${shellWord(file)}`;
    default:
      return undefined;
  }
}

/** A folder that is not there, or a name that is spelt alike. */
function stepForPath(file: string): string | undefined {
  const folder = dirname(file);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return `check the path: there is no folder ${shellWord(folder)}`;
  }
  const files = filesIn(folder);
  const left = files.find((name) => isSpoolOf(basename(file), name));
  if (left !== undefined) {
    return `${shellWord(join(folder, left))} is what a recording that was killed left of it`;
  }
  const near = nearNames(basename(file), files, mostNames);
  return near.length > 0 ? listed(folder, near) : undefined;
}

/** `app.plateau.4711.data`: what is recorded before it becomes `app.plateau`. */
function isSpoolOf(output: string, name: string): boolean {
  return name.startsWith(`${output}.`) && /^\d+\.data$/.test(name.slice(output.length + 1));
}

/** What else the word may mean, where a profile was expected. */
function stepForProfile(file: string, host: Host): string {
  if (/^\d+$/.test(file)) return `to record a running process: plateau record -p ${file}`;
  const command = commandTable.find(({ name }) => name === file)?.name;
  if (command !== undefined) return `${command} is a command of its own: plateau ${command} FILE`;
  if (isProgram(file, host)) return `to record a program: plateau record -- ${shellWord(file)}`;
  const folder = dirname(file);
  const profiles = profilesIn(folder);
  return profiles.length === 0 ? makeOne : listed(folder, profiles);
}

/** `a.plateau, b.plateau or perf.data`, as one would type them. */
function listed(folder: string, names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => shellWord(join(folder, name)));
  const last = shown.pop() ?? '';
  const more = names.length > mostNames ? ` (${names.length} profiles in all)` : '';
  return `${shown.length === 0 ? last : `${shown.join(', ')} or ${last}`}${more}`;
}

function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** By their names; the newest first, and none that is empty. */
function profilesIn(folder: string): string[] {
  const names = filesIn(folder).filter(
    (name) => name.endsWith('.data') || findFormatByExtension(name) !== undefined,
  );
  const found = names.flatMap((name) => {
    const facts = statSync(join(folder, name), { throwIfNoEntry: false });
    return facts === undefined || facts.size === 0 ? [] : [{ name, changedMs: facts.mtimeMs }];
  });
  return found.sort((a, b) => b.changedMs - a.changedMs).map(({ name }) => name);
}

function isProgram(word: string, { env }: Host): boolean {
  if (word.includes('/')) return false;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.some(
    (folder) => statSync(join(folder, word), { throwIfNoEntry: false })?.isFile() === true,
  );
}
