import { resolve } from 'node:path';
import type { Command } from 'commander';
import { Option } from 'commander';
import { shellWord } from '../base/shell-word.ts';
import { ToolError } from '../base/tool-error.ts';
import { chooseOutputFormat, saveProfile } from '../load/index.ts';
import type { Host } from '../platform/host.ts';
import type { Profile } from '../profile/index.ts';
import { ExitStatus } from './exit-status.ts';
import { requireWritable } from './record.ts';
import { buildTarget, refuseStrayFlags } from './record-build.ts';
import {
  addBuildFlags,
  addSamplingFlags,
  addTargetFlags,
  type BuildFlags,
  isBuilt,
  type SamplingFlags,
} from './record-flags.ts';
import { recordProfile, writeSummary } from './record-profile.ts';

export interface FlamegraphRecordFlags extends SamplingFlags, BuildFlags {
  readonly output: string;
  readonly save?: string;
}

/** What `record` takes, for `flamegraph -- CMD`. */
export function addRecordFlags(command: Command): void {
  addTargetFlags(command);
  addSamplingFlags(command);
  addBuildFlags(command);
  command.addOption(
    new Option('--save <file>', 'also keep the recording as a profile').helpGroup('How to sample:'),
  );
}

/** The program to record, or undefined when the arguments are files. */
export function recordedWords(
  host: Host,
  words: readonly string[],
  flags: SamplingFlags & BuildFlags,
  command: 'flamegraph' | 'view' = 'flamegraph',
): readonly string[] | undefined {
  const at = host.args.indexOf('--');
  const program = at < 0 ? [] : host.args.slice(at + 1);
  const files = words.length - program.length;
  const others = flags.pid ?? flags.tid ?? flags.allCpus ?? flags.cpus ?? flags.cgroup;
  const records = program.length > 0 || isBuilt(flags) || others !== undefined;
  refuseStrayFlags(flags);
  if (!records) return undefined;
  if (files > 0) {
    const use = command === 'view' ? 'view' : 'draw';
    throw new ToolError(
      'usage',
      `${words[0]} is a file to ${use}, and there is a program to record`,
      {
        hint: `one of the two: plateau ${command} FILE, or plateau ${command} -- ./app`,
      },
    );
  }
  return program;
}

/** Records, hands the profile to `draw`, and says how good the recording is. */
export async function recordAndDraw(
  host: Host,
  words: readonly string[],
  flags: FlamegraphRecordFlags,
  draw: (profile: Profile) => Promise<number>,
): Promise<void> {
  if (flags.save !== undefined) chooseOutputFormat(flags.save, undefined);
  const toFile = flags.output !== '-';
  if (toFile) requireWritable(host, flags.output);
  using built = await buildTarget(host, words, flags);
  const inside: Host = { ...host, cwd: built.cwd };
  // A picture shows no source; a profile that is kept does.
  const asked = { ...flags, source: flags.save !== undefined };
  const spool = resolve(host.cwd, toFile ? flags.output : 'flamegraph.svg');
  const recorded = await recordProfile(inside, built.command, asked, spool);
  try {
    if (flags.save !== undefined) {
      await saveProfile(host, recorded.profile, resolve(host.cwd, flags.save));
    }
    const size = await draw(recorded.profile);
    recorded.discard();
    await writeSummary(host, recorded, {
      output: flags.output,
      size,
      next: toFile ? `open ${shellWord(flags.output)} in a browser` : 'open it in a browser',
    });
  } catch (error) {
    throw recorded.kept(error);
  }
  if (recorded.status !== 0) throw new ExitStatus(recorded.status);
}
