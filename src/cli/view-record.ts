import { resolve } from 'node:path';
import { chooseOutputFormat, saveProfile } from '../load/index.ts';
import type { Host } from '../platform/host.ts';
import { requireWritable } from './record.ts';
import { buildTarget } from './record-build.ts';
import type { BuildFlags, SamplingFlags } from './record-flags.ts';
import { recordProfile, writeSummary } from './record-profile.ts';

export interface ViewRecordFlags extends SamplingFlags, BuildFlags {
  readonly save?: string;
}

export interface RecordedFile {
  /** What was recorded. */
  readonly name: string;
  readonly path: string;
  /** Of the recorded program: what Plateau exits with in the end. */
  readonly status: number;
}

/** Records a program into a file that the page can be given: the one to keep, else `temporaryPath`. */
export async function recordToFile(
  host: Host,
  words: readonly string[],
  flags: ViewRecordFlags,
  temporaryPath: string,
): Promise<RecordedFile> {
  if (flags.save !== undefined) chooseOutputFormat(flags.save, undefined);
  const kept = flags.save ?? 'profile.plateau';
  requireWritable(host, kept);
  using built = await buildTarget(host, words, flags);
  const inside: Host = { ...host, cwd: built.cwd };
  // Should reading fail, the samples stay here and not in a folder that is cleared.
  const spool = resolve(host.cwd, kept);
  const recorded = await recordProfile(inside, built.command, { ...flags, source: true }, spool);
  try {
    const path = flags.save === undefined ? temporaryPath : resolve(host.cwd, flags.save);
    const size = await saveProfile(host, recorded.profile, path);
    recorded.discard();
    const output = flags.save ?? 'the page';
    const next = flags.save === undefined ? '--save FILE keeps the recording' : 'the page below';
    await writeSummary(host, recorded, { output, size, next });
    return { name: built.command[0] ?? 'recording', path, status: recorded.status };
  } catch (error) {
    throw recorded.kept(error);
  }
}
