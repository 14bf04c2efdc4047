import { cpSync, renameSync, statSync } from 'node:fs';
import { arch } from 'node:os';
import { basename, resolve } from 'node:path';
import process from 'node:process';
import { safeLine } from '../base/terminal-text.ts';
import { alignColumns } from '../base/text-layout.ts';
import { ToolError } from '../base/tool-error.ts';
import {
  autoProfileFormat,
  describeProfile,
  type ManifestEntry,
  type ProfileOrigin,
  type ProfileStore,
} from '../pgo/index.ts';
import { fileError } from '../platform/file-errors.ts';
import type { Host } from '../platform/host.ts';
import { writeNote } from './note.ts';
import { writeJson, writeLines } from './report-output.ts';

export interface StoreFlags {
  readonly json?: true;
  readonly fact?: readonly string[];
}

/** What is not given of a profile that is put in: this machine, and the sources beside the store. */
export type UsualFacts = Pick<ProfileOrigin, 'commit' | 'dirty'>;

/** `pgo store list|get|put`, on one folder. */
export async function runStore(
  host: Host,
  store: ProfileStore,
  words: readonly string[],
  flags: StoreFlags,
  usual: () => Promise<UsualFacts>,
): Promise<void> {
  const [verb = 'list', ...rest] = words;
  if (verb === 'list') return await listStore(host, store, rest, flags);
  if (verb === 'get') return await getFromStore(host, store, rest);
  if (verb === 'put') return await putIntoStore(host, store, rest, flags, usual);
  throw new ToolError('usage', `store has no verb ${verb}`, {
    hint: 'store list [TARGET], store get TARGET[@HASH] [OUT], store put FILE TARGET [--fact KEY=VALUE…]',
  });
}

async function listStore(
  host: Host,
  store: ProfileStore,
  targets: readonly string[],
  { json }: StoreFlags,
): Promise<void> {
  const all = store.entries();
  const entries = all.filter(({ target }) => targets.length === 0 || targets.includes(target));
  if (json === true) return await writeJson(host, {}, entries);
  if (entries.length === 0) {
    await writeNote(host, `no profiles are kept in ${store.folder}`);
    return;
  }
  const rows = entries
    .toReversed()
    .map((entry) => [
      `${entry.target}@${entry.sha256.slice(0, 8)}`,
      `${entry.os}-${entry.arch}`,
      entry.date.slice(0, 16).replace('T', ' '),
      `${entry.commit === '' ? 'unknown' : entry.commit.slice(0, 8)}${entry.dirty ? '+' : ''}`,
      String(entry.samples),
      entry.kind,
      entry.origin,
      safeLine(entry.compiler),
    ]);
  const head = [
    'profile',
    'machine',
    'made (UTC)',
    'commit',
    'samples',
    'kind',
    'origin',
    'compiler',
  ];
  const sides = ['left', 'left', 'left', 'left', 'right', 'left', 'left', 'left'] as const;
  await writeLines(host, {}, alignColumns([head, ...rows], sides));
}

/** Prints where it lies, or writes it to OUT. */
async function getFromStore(
  host: Host,
  store: ProfileStore,
  [wanted, out]: readonly string[],
): Promise<void> {
  if (wanted === undefined) {
    throw new ToolError('usage', 'store get misses a target', { hint: 'store get TARGET [OUT]' });
  }
  const [target = '', hash = ''] = wanted.split('@');
  const entry = store.find({ targets: [target], hash });
  if (entry === undefined) {
    const kept = store.entries().map((each) => `${each.target}@${each.sha256.slice(0, 8)}`);
    throw new ToolError('not-found', `${store.folder} has no profile for ${wanted}`, {
      hint: kept.length === 0 ? 'plateau pgo profile' : `kept are ${kept.join(', ')}`,
    });
  }
  const path = await store.check(entry);
  if (entry.os !== process.platform || entry.arch !== arch()) {
    await writeNote(
      host,
      `${entry.file} was made on ${entry.os}-${entry.arch}, and this is ${process.platform}-${arch()}: there is none for it`,
    );
  }
  if (out === undefined) return await writeLines(host, {}, [path]);
  copyWhole(path, resolve(host.cwd, out));
  await writeNote(host, `wrote ${out}: ${entry.file}`);
}

function copyWhole(from: string, to: string): void {
  const partial = `${to}.${process.pid}.partial`;
  try {
    cpSync(from, partial, { recursive: true });
    renameSync(partial, to);
  } catch (error) {
    throw fileError(to, 'write', error);
  }
}

async function putIntoStore(
  host: Host,
  store: ProfileStore,
  [file, target, ...more]: readonly string[],
  { fact = [] }: StoreFlags,
  usual: () => Promise<UsualFacts>,
): Promise<void> {
  if (file === undefined || target === undefined || more.length > 0) {
    throw new ToolError('usage', 'store put takes a file and a target', {
      hint: 'store put FILE TARGET --fact arch=arm64 --fact commit=…',
    });
  }
  if (!/^[\w.-]+$/.test(target) || target.startsWith('.')) {
    throw new ToolError('usage', `${target} is no name of a target`, {
      hint: 'letters, digits, - _ and . (not first), as in plateau.toml',
    });
  }
  const path = resolve(host.cwd, file);
  // Read whole before it is kept: what cannot be read is no profile.
  const { kind, format, facts } = await describeProfile(host, path);
  const given = parseFacts(fact);
  const entry = await store.keep(path, {
    target,
    kind: format === autoProfileFormat ? 'gcc-samples' : kinds[kind],
    ...(await usual()),
    arch: arch(),
    os: process.platform,
    compiler: '',
    flags: [],
    workloads: [],
    date: new Date(statSync(path).mtimeMs).toISOString(),
    samples: Number(facts['samples'] ?? facts['sum of counts'] ?? facts['weight'] ?? 0),
    functions: Number(facts['functions'] ?? 0),
    ...given,
    origin: 'put',
  });
  await writeNote(host, `kept ${basename(path)} as ${store.pathOf(entry)}`);
}

/** As toolchains call what is inside. */
const kinds = {
  stacks: 'cpu-samples',
  counters: 'llvm-counters',
  lines: 'llvm-samples',
  arcs: 'gcc-counters',
} as const;

const textFacts = ['kind', 'commit', 'arch', 'os', 'compiler'] as const;

/** `arch=arm64`, `dirty=true`, `flags=-tags x`, `workload=production`. */
function parseFacts(given: readonly string[]): Partial<ManifestEntry> {
  const facts: { -readonly [Key in keyof ManifestEntry]?: ManifestEntry[Key] } = {};
  for (const fact of given) {
    const at = fact.indexOf('=');
    const [key, value] = [fact.slice(0, at), fact.slice(at + 1)];
    const text = textFacts.find((each) => each === key);
    if (at > 0 && text !== undefined && isPlain(text, value)) facts[text] = value;
    else if (key === 'dirty' && /^(true|false)$/.test(value)) facts.dirty = value === 'true';
    else if (key === 'flags') facts.flags = value.split(' ').filter((word) => word !== '');
    else if (key === 'workload') facts.workloads = [...(facts.workloads ?? []), value];
    else if (key === 'date' && !Number.isNaN(Date.parse(value))) {
      facts.date = new Date(value).toISOString();
    } else if (key === 'samples' && Number.isFinite(Number(value))) facts.samples = Number(value);
    else {
      throw new ToolError('usage', `${fact} is not a fact of a profile`, {
        hint: `--fact KEY=VALUE with one of ${[...textFacts, 'dirty', 'flags', 'workload', 'date', 'samples'].join(', ')}`,
      });
    }
  }
  return facts;
}

/** Machine and kind become part of a file's name. */
function isPlain(key: (typeof textFacts)[number], value: string): boolean {
  return key === 'compiler' || (value !== '' && /^[\w.-]+$/.test(value));
}
