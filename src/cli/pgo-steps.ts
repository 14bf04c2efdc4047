import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ToolError } from '../base/tool-error.ts';
import {
  guessRemark,
  installTargets,
  type PgoConfig,
  type PgoRun,
  parsePgoConfig,
  proposeConfig,
  readManifest,
  readReport,
  removeKeptFiles,
  toolVersions,
} from '../pgo/index.ts';
import type { Host } from '../platform/host.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import { writeNote } from './note.ts';
import { programName } from './program-name.ts';
import { writeLines } from './report-output.ts';

/** Writes a configuration by looking at the project; one that is there is never overwritten. */
export async function initPgo(host: Host, config: string): Promise<void> {
  const path = resolve(host.cwd, config);
  if (existsSync(path)) {
    throw new ToolError('usage', `${path} is there already`, { hint: 'remove it first' });
  }
  const text = proposeConfig(host.cwd);
  const { targets } = parsePgoConfig({ path: config, text });
  await writeOutputFile(path, [new TextEncoder().encode(text)]);
  const names = targets.map(({ name }) => name).join(', ');
  await writeNote(host, `wrote ${path} for ${names}`);
  if (text.includes(guessRemark)) await writeNote(host, `${guessRemark} in it, which is a guess`);
  await writeNote(host, `correct the workloads in it, then ${programName(host)} pgo --quick`);
}

/** Which compilers there are, what is configured, which profiles are kept. */
export async function describePgo(run: PgoRun): Promise<void> {
  const { host, config, places } = run;
  const count = (role: string, name: string): number =>
    config.workloads.filter((each) => each.target === name && each.role === role).length;
  const lines = [
    ...(await toolVersions(run)),
    `profiles in ${places.profiles}, programs in ${places.output}`,
    ...config.targets.map(
      ({ name, language, mode, profile }) =>
        `target ${name}: ${language}, profile by ${mode === 'instrument' ? 'counters' : profile}, ` +
        `${count('train', name)} training and ${count('held-out', name)} held-out workloads`,
    ),
  ];
  await writeLines(host, {}, lines);
}

/** The kept profiles and what each was made of. */
export async function showProfiles({ host, places }: PgoRun, json: boolean): Promise<void> {
  const entries = readManifest(places.manifest);
  if (json) {
    await writeLines(host, {}, [JSON.stringify(entries, null, 2)]);
    return;
  }
  if (entries.length === 0) await writeNote(host, `no profiles are kept in ${places.profiles}`);
  const lines = entries.flatMap((entry) => [
    join(places.profiles, entry.file),
    `  ${entry.samples} samples, ${entry.functions} functions, ${entry.kind}, ${entry.os}-${entry.arch}, ${entry.date}`,
    `  ${entry.compiler}, commit ${entry.commit === '' ? 'unknown' : entry.commit.slice(0, 12)}${entry.dirty ? ' with changes' : ''}`,
    ...(entry.workloads.length === 0 ? [] : [`  ${entry.workloads.join(', ')}`]),
  ]);
  await writeLines(host, {}, lines);
}

export async function installPgo(run: PgoRun, prefix: string): Promise<void> {
  const { config, options, places, host } = run;
  const all = config.targets.map(({ name }) => name);
  const folder = join(resolve(host.cwd, prefix), 'bin');
  const names = options.targets.length > 0 ? options.targets : all;
  await writeLines(host, {}, await installTargets(places, names, folder));
}

export async function cleanPgo(
  host: Host,
  config: PgoConfig,
  places: PgoRun['places'],
): Promise<void> {
  for (const path of await removeKeptFiles(config, places))
    await writeNote(host, `removed ${path}`);
}

export { readReport };
