import type { Command } from 'commander';
import { ToolError } from '../base/tool-error.ts';
import { chooseOutputFormat, openProfile, saveProfile } from '../load/index.ts';
import type { Host } from '../platform/host.ts';
import { areAlike, mergeProfiles, type Profile } from '../profile/index.ts';
import { writeNote } from './note.ts';

interface MergeFlags {
  readonly output: string;
  readonly to?: string;
}

export function defineMerge(command: Command, host: Host): void {
  command
    .argument('<files...>', 'the profiles to combine, of any formats; - for standard input')
    .requiredOption('-o, --output <file>', 'where to write, - for standard output')
    .option('--to <format>', 'the format to write; the ending of the output decides otherwise')
    .addHelpText(
      'after',
      `
Samples alike are summed; value types of one name are brought to one unit,
others stay apart.

Examples:
  plateau merge a.folded b.pb.gz -o all.plateau
  plateau merge run-*.pb.gz --to folded -o - | plateau flamegraph - -o all.svg`,
    )
    .action((files: readonly string[], flags: MergeFlags) => mergeFiles(host, files, flags));
}

async function mergeFiles(host: Host, files: readonly string[], flags: MergeFlags): Promise<void> {
  const format = chooseOutputFormat(flags.output, flags.to);
  if (files.filter((file) => file === '-').length > 1) {
    throw new ToolError('usage', 'standard input can be read only once', {
      hint: 'name - one time among the files',
    });
  }
  const timeline = format.timeline === true;
  const profiles: Profile[] = [];
  for (const file of files) profiles.push((await openProfile(host, file, { timeline })).profile);
  const merged = mergeProfiles(profiles);
  for (const note of partialTypes(merged, files, profiles)) await writeNote(host, note);
  await saveProfile(host, merged, flags.output, { to: format.name });
}

/** Says which value types only some of the files have: their sums do not speak for all. */
function partialTypes(
  merged: Profile,
  files: readonly string[],
  profiles: readonly Profile[],
): string[] {
  return merged.valueTypes.flatMap((type) => {
    const having = files.filter((_, index) =>
      profiles[index]?.valueTypes.some((each) => areAlike(each, type)),
    );
    if (having.length === files.length) return [];
    return [`${type.name} is only in ${having.join(', ')}`];
  });
}
