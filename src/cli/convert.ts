import type { Command } from 'commander';
import { openProfile, saveProfile } from '../load/index.ts';
import type { Host } from '../platform/host.ts';

interface ConvertFlags {
  readonly output: string;
  readonly to?: string;
}

export function defineConvert(command: Command, host: Host): void {
  command
    .argument('<file>', 'the profile to read, - for standard input')
    .requiredOption('-o, --output <file>', 'where to write, - for standard output')
    .option('--to <format>', 'the format to write; the ending of the output decides otherwise')
    .action(async (file: string, flags: ConvertFlags) => {
      const { profile } = await openProfile(host, file, { timeline: flags.to !== 'folded' });
      await saveProfile(
        host,
        profile,
        flags.output,
        flags.to === undefined ? {} : { to: flags.to },
      );
    });
}
