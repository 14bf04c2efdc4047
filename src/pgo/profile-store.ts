import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { arch } from 'node:os';
import { extname, join, relative } from 'node:path';
import process from 'node:process';
import { ToolError } from '../base/tool-error.ts';
import { fileError } from '../platform/file-errors.ts';
import { changeManifest, type ManifestEntry, readManifest } from './manifest.ts';
import { hashOf, hashOfFile } from './run-state.ts';
import { profileFiles } from './training-profile.ts';

/** Older ones that training made go when newer ones come; what was put in stays. */
const keptPerMachine = 5;
const shownHash = 12;

/** What is known of a profile beside its bytes. */
export type ProfileOrigin = Omit<ManifestEntry, 'file' | 'sha256'>;

export interface ProfileQuery {
  /** Names that do, the best first. */
  readonly targets: readonly string[];
  /** Beginning of the content's hash; '' = any. */
  readonly hash: string;
  readonly kind?: string;
}

/**
 * A folder of profiles with a manifest. Files are named by target, machine and content, so that several
 * are kept side by side, none is ever overwritten by another, and build tools that go by names see
 * that a profile is new.
 */
export class ProfileStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  get manifest(): string {
    return join(this.folder, 'manifest.json');
  }

  /** The newest last. */
  entries(): readonly ManifestEntry[] {
    return readManifest(this.manifest);
  }

  pathOf({ file }: ManifestEntry): string {
    return join(this.folder, file);
  }

  /** Copies a profile in: the file first and then its line, so that no line is without a file. */
  async keep(path: string, origin: ProfileOrigin): Promise<ManifestEntry> {
    const sha256 = await contentHash(path);
    const machine = `${origin.os}-${origin.arch}`;
    const ending = /\.pb\.gz$/.exec(path)?.[0] ?? extname(path);
    const file = `${origin.target}.${machine}.${sha256.slice(0, shownHash)}${ending}`;
    const entry: ManifestEntry = { file, sha256, ...origin };
    try {
      mkdirSync(this.folder, { recursive: true });
      const partial = join(this.folder, `${file}.${process.pid}.partial`);
      const kept = join(this.folder, file);
      if (!existsSync(kept)) {
        cpSync(path, partial, { recursive: true });
        renameSync(partial, kept);
      }
    } catch (error) {
      throw fileError(join(this.folder, file), 'write', error);
    }
    const old: ManifestEntry[] = [];
    await changeManifest(this.manifest, (entries) => {
      const others = entries.filter((each) => each.file !== file);
      old.push(...outdated([...others, entry]));
      return [...others, entry].filter((each) => !old.includes(each));
    });
    for (const each of old) rmSync(this.pathOf(each), { force: true, recursive: true });
    return entry;
  }

  /** The newest that fits: of this machine before others. Undefined = there is none. */
  find({ targets, hash, kind }: ProfileQuery): ManifestEntry | undefined {
    const fitting = this.entries().filter(
      (each) =>
        each.sha256.startsWith(hash) &&
        (kind === undefined || each.kind === kind) &&
        (targets.length === 0 || targets.includes(each.target)),
    );
    const rank = (entry: ManifestEntry): number =>
      (isOfThisMachine(entry) ? 0 : entry.arch === arch() ? 100 : 200) +
      Math.max(0, targets.indexOf(entry.target));
    return fitting.reduce<ManifestEntry | undefined>(
      (best, each) => (best === undefined || rank(each) <= rank(best) ? each : best),
      undefined,
    );
  }

  /** Refuses a file that is gone or not what was kept. */
  async check(entry: ManifestEntry): Promise<string> {
    const path = this.pathOf(entry);
    if (!existsSync(path)) {
      throw new ToolError('not-found', `${path} is in the manifest but not in the folder`, {
        hint: `plateau pgo profile ${entry.target}`,
      });
    }
    if ((await contentHash(path)) === entry.sha256) return path;
    throw new ToolError(
      'malformed-input',
      `${path} is not what was kept: its ${statSync(path).size} bytes have another SHA-256 than the manifest says`,
      { hint: 'it was cut off or changed: restore it, or train again' },
    );
  }
}

/** Of a file its SHA-256; of a folder that of its files' names and theirs. */
export async function contentHash(path: string): Promise<string> {
  if (!statSync(path).isDirectory()) return await hashOfFile(path);
  const parts: string[] = [];
  for (const file of profileFiles(path)) parts.push(relative(path, file), await hashOfFile(file));
  return hashOf(parts);
}

export function isOfThisMachine({ os, arch: of }: ManifestEntry): boolean {
  return os === process.platform && of === arch();
}

/** Of each target, machine and kind all but the newest few that training made. */
function outdated(entries: readonly ManifestEntry[]): ManifestEntry[] {
  const groups = new Map<string, ManifestEntry[]>();
  for (const entry of entries) {
    if (entry.origin !== 'training') continue;
    const key = [entry.target, entry.os, entry.arch, entry.kind].join(' ');
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(entry);
  }
  return [...groups.values()].flatMap((group) =>
    group.toSorted((a, b) => (a.date < b.date ? 1 : -1)).slice(keptPerMachine),
  );
}
