import { existsSync, readFileSync } from 'node:fs';
import { ToolError } from '../base/tool-error.ts';
import { fileError } from '../platform/file-errors.ts';
import { withFileLock } from '../platform/file-lock.ts';
import { writeOutputFile } from '../platform/output-file.ts';

/** What a profile was made of: enough to say whether it still fits. docs/reference/pgo-profiles.md. */
export interface ManifestEntry {
  readonly file: string;
  readonly sha256: string;
  readonly target: string;
  /** `cpu-samples`, `instrumented`, `samples`: what the toolchain calls it. */
  readonly kind: string;
  /** '' = not known. */
  readonly commit: string;
  /** The sources differed from the commit. */
  readonly dirty: boolean;
  readonly arch: string;
  readonly os: string;
  readonly compiler: string;
  readonly flags: readonly string[];
  readonly workloads: readonly string[];
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly samples: number;
  readonly functions: number;
  /** Made here by training, or put in from outside. */
  readonly origin: 'training' | 'put';
}

const version = 2;

/** The profiles of a folder, the newest last; a folder without a manifest has none. */
export function readManifest(path: string): readonly ManifestEntry[] {
  if (!existsSync(path)) return [];
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw fileError(path, 'read', error);
  }
  const entries = parseManifest(text, path);
  return entries.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** Versions 1 (one profile per target and machine, no origin) and 2. */
export function parseManifest(text: string, path: string): ManifestEntry[] {
  const wrong = (what: string): ToolError =>
    new ToolError('malformed-input', `${path} is not a manifest of profiles: ${what}`, {
      hint: 'restore it from version control, or remove it together with the profiles beside it',
    });
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
  if (!isRecord(file) || !Array.isArray(file['profiles'])) throw wrong('no list "profiles"');
  if (typeof file['version'] !== 'number' || file['version'] > version) {
    throw wrong(`version ${String(file['version'])}, and 1 to ${version} are read`);
  }
  return file['profiles'].map((entry: unknown, at) => {
    const problem = isRecord(entry) ? wrongKey(entry) : 'not an object';
    if (problem !== undefined) throw wrong(`profiles[${at}]: ${problem}`);
    const known = entry as Omit<ManifestEntry, 'origin'> & Partial<ManifestEntry>;
    return { ...known, origin: known.origin ?? 'training' };
  });
}

const texts = ['file', 'sha256', 'target', 'kind', 'commit', 'arch', 'os', 'compiler', 'date'];

/** Names of files stay in the folder: a manifest may come from anywhere. */
function wrongKey(entry: Readonly<Record<string, unknown>>): string | undefined {
  const text = texts.find((key) => typeof entry[key] !== 'string');
  if (text !== undefined) return `${text} is not a text`;
  if (!/^[\w.@+-]+$/.test(String(entry['file'])) || String(entry['file']).startsWith('.')) {
    return 'file is not the name of a file in this folder';
  }
  if (typeof entry['dirty'] !== 'boolean') return 'dirty is not true or false';
  const list = ['flags', 'workloads'].find((key) => !isTexts(entry[key]));
  if (list !== undefined) return `${list} is not a list of texts`;
  const number = ['samples', 'functions'].find((key) => typeof entry[key] !== 'number');
  if (number !== undefined) return `${number} is not a number`;
  const origins: readonly unknown[] = [undefined, 'training', 'put'];
  return origins.includes(entry['origin']) ? undefined : 'origin is neither training nor put';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/**
 * Changes the manifest as a whole: one writer at a time, and readers see it before or after. What was
 * written by others since is what `change` gets.
 */
export async function changeManifest(
  path: string,
  change: (entries: readonly ManifestEntry[]) => readonly ManifestEntry[],
): Promise<readonly ManifestEntry[]> {
  return await withFileLock(`${path}.lock`, async () => {
    const before = readManifest(path);
    const profiles = change(before).toSorted((a, b) => (a.file < b.file ? -1 : 1));
    const text = `${JSON.stringify({ version, profiles }, null, 2)}\n`;
    await writeOutputFile(path, [new TextEncoder().encode(text)]);
    return profiles;
  });
}
