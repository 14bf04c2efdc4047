import { existsSync, readFileSync } from 'node:fs';
import { ToolError } from '../base/tool-error.ts';
import { writeOutputFile } from '../platform/output-file.ts';

/** What a profile was made of: enough to say whether it still fits. */
export interface ManifestEntry {
  readonly file: string;
  readonly sha256: string;
  readonly target: string;
  readonly kind: string;
  readonly commit: string;
  /** The sources differed from the commit. */
  readonly dirty: boolean;
  readonly arch: string;
  readonly os: string;
  readonly compiler: string;
  readonly flags: readonly string[];
  readonly workloads: readonly string[];
  readonly date: string;
  readonly samples: number;
  readonly functions: number;
}

interface ManifestFile {
  readonly version: 1;
  readonly profiles: readonly ManifestEntry[];
}

export function readManifest(path: string): readonly ManifestEntry[] {
  if (!existsSync(path)) return [];
  try {
    const file: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (
      typeof file === 'object' &&
      file !== null &&
      'profiles' in file &&
      Array.isArray(file.profiles)
    ) {
      return (file as ManifestFile).profiles;
    }
  } catch {
    // Said below.
  }
  throw new ToolError('malformed-input', `${path} is not a manifest of profiles`, {
    hint: 'plateau pgo clean, then plateau pgo',
  });
}

/** One entry per file: a new profile takes the place of the old one. */
export async function addToManifest(path: string, entry: ManifestEntry): Promise<void> {
  const others = readManifest(path).filter(({ file }) => file !== entry.file);
  const profiles = [...others, entry].sort((a, b) => (a.file < b.file ? -1 : 1));
  const file: ManifestFile = { version: 1, profiles };
  await writeOutputFile(path, [new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`)]);
}
