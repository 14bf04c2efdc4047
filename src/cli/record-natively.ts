import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { chooseOutputFormat, saveProfile } from '../load/index.ts';
import type { Host } from '../platform/host.ts';
import { type Captured, capture, keptFile, recordNative, removeSpool } from '../record/index.ts';
import { colorsOf } from './colors.ts';
import { type NativeFacts, nativeNotes } from './native-notes.ts';
import { programName } from './program-name.ts';
import type { EngineChoice } from './record-engine.ts';
import type { SamplingFlags } from './record-flags.ts';
import { type ChosenPlan, planRecording } from './record-plan.ts';
import { version } from './version.ts';

interface OutputFlags {
  readonly output: string;
  readonly to?: string;
}

export type PerfChoice = EngineChoice & { readonly engine: 'perf' };

/** Records with the kernel's sampler and gives the status of the target. */
export async function recordNatively(
  host: Host,
  words: readonly string[],
  flags: SamplingFlags & OutputFlags,
  choice: PerfChoice,
): Promise<number> {
  const keepsData =
    flags.to === undefined ? flags.output.endsWith('.data') : flags.to === 'perf-data';
  const format = keepsData ? undefined : chooseOutputFormat(flags.output, flags.to);
  const chosen = planFor(host, words, flags, choice);
  if (format === undefined) return await keepData(host, chosen, flags.output);
  const spool = spoolPath(host, flags.output);
  const { profile, captured } = await recordNative(host, {
    plan: { ...chosen.plan, output: spool },
    callGraphWhy: chosen.callGraphWhy,
    producer: `plateau ${version}`,
    version: `plateau ${version}`,
    sources: flags.source,
  });
  try {
    const size = await saveProfile(host, profile, flags.output, { to: format.name });
    removeSpool(spool);
    await writeNotes(host, {
      ...notesFrom(host, chosen, captured),
      profile,
      output: flags.output,
      size,
    });
  } catch (error) {
    throw keptFile(error, spool);
  }
  return captured.end?.status ?? 0;
}

/** In the folder of the result, which has room for it; named after it, should it have to stay. */
export function spoolPath(host: Host, output: string): string {
  return resolve(host.cwd, `${output}.${process.pid}.data`);
}

export function planFor(
  host: Host,
  words: readonly string[],
  flags: SamplingFlags,
  choice: PerfChoice,
): ChosenPlan {
  return planRecording(
    host,
    { words, maySeeKernel: choice.maySeeKernel, runtime: choice.runtime },
    flags,
  );
}

async function keepData(host: Host, chosen: ChosenPlan, output: string): Promise<number> {
  const captured = await capture(
    host,
    { ...chosen.plan, output: resolve(host.cwd, output) },
    { version: `plateau ${version}` },
  );
  const { size } = statSync(captured.path);
  const facts = { ...notesFrom(host, chosen, captured), profile: undefined, output, size };
  await writeNotes(host, facts);
  return captured.end?.status ?? 0;
}

type PartOfNotes = Omit<NativeFacts, 'profile' | 'output' | 'size'>;

export function notesFrom(host: Host, chosen: ChosenPlan, captured: Captured): PartOfNotes {
  const { plan, callGraphWhy } = chosen;
  return { captured, plan, callGraphWhy, program: programName(host), next: 'top' };
}

export async function writeNotes(host: Host, facts: NativeFacts): Promise<void> {
  if (host.quiet === true) return;
  const lines = nativeNotes(facts, colorsOf(host, host.stderr));
  // After Ctrl-C the terminal stands behind its echo, ^C.
  const isEchoed = facts.captured.end?.signal === 'SIGINT' && host.stderr.isTerminal;
  await host.stderr.write(`${isEchoed ? '\n' : ''}${lines.join('\n')}\n`);
}
