import { shellWord } from '../base/shell-word.ts';
import { chooseOutputFormat, saveProfile } from '../load/index.ts';
import type { Host } from '../platform/host.ts';
import { programName } from './program-name.ts';
import type { SamplingFlags } from './record-flags.ts';
import { recordProfile, writeSummary } from './record-profile.ts';

type SaveFlags = SamplingFlags & { readonly output: string };

/** Records a program, saves its profile to `path`, and gives the status to exit with. */
export type RecordAndSave = (
  host: Host,
  words: readonly string[],
  flags: SaveFlags,
  path: string,
) => Promise<number>;

/** Refuses an output that cannot be written before anything runs. */
export function prepareSave(output: string, format: string | undefined): RecordAndSave {
  const to = chooseOutputFormat(output, format).name;
  return (host, words, flags, path) => recordAndSave(host, words, flags, path, to);
}

async function recordAndSave(
  host: Host,
  words: readonly string[],
  flags: SaveFlags,
  output: string,
  to: string,
): Promise<number> {
  const recorded = await recordProfile(host, words, flags, output);
  try {
    const size = await saveProfile(host, recorded.profile, output, { to });
    recorded.discard();
    await writeSummary(host, recorded, {
      output: flags.output,
      size,
      next: `${programName(host)} top ${shellWord(flags.output)}`,
    });
  } catch (error) {
    throw recorded.kept(error);
  }
  return recorded.status;
}
