import { counted, formatQuantity } from '../base/quantity.ts';
import { shellWord } from '../base/shell-word.ts';
import { terminalSafe } from '../base/terminal-text.ts';
import { defaultValueType, type Profile, sampleCounts } from '../profile/index.ts';
import type { V8Recording } from '../record/index.ts';
import type { Colors } from './colors.ts';

export interface RecordingFacts {
  readonly recording: V8Recording;
  readonly output: string;
  readonly size: number;
  readonly checkpointMs: number;
  /** How the user calls Plateau. */
  readonly program: string;
}

/** Below this a share of a few percent is one or two samples. */
const fewSamples = 100;

/** What a user wants to know when a recording ends: how much, where it is, what to do next. */
export function recordingNotes(facts: RecordingFacts, colors: Colors): string[] {
  const { recording, output, size } = facts;
  const { profile, end, cutShort } = recording;
  const { samples, idle } = countSamples(profile);
  const duration = `${seconds(profile.meta.durationNs)}${scope(recording)}`;
  const lines: string[] = [];
  if (end.signal !== undefined) lines.push(`plateau: ${endedBySignal(facts)}`);
  lines.push(
    `plateau: ${colors.bold(counted(samples, 'sample'))} in ${duration} → ${output} (${formatQuantity(size, 'bytes')})`,
  );
  if (idle * 2 > samples) {
    lines.push(`  mostly waiting: ${idle} of the samples are idle, which is no CPU time`);
  }
  if (samples - idle < fewSamples) {
    lines.push('  few samples, so shares are rough: run it longer, or use -F 5000');
  }
  const partly = cutShort - (end.signal === 'SIGKILL' ? 1 : 0);
  if (partly > 0) {
    const threads = partly === 1 ? '1 thread' : `${partly} threads`;
    lines.push(`  ${threads} ended without handing over the last samples`);
  }
  lines.push(`  next: ${colors.cyan(terminalSafe(`${facts.program} top ${shellWord(output)}`))}`);
  return lines;
}

/** Idle samples are those that count and take no CPU time. */
function countSamples(profile: Profile): { readonly samples: number; readonly idle: number } {
  const cpu = profile.samples.values[defaultValueType(profile)];
  let samples = 0;
  let idle = 0;
  for (const [row, count] of sampleCounts(profile).entries()) {
    samples += count;
    if (cpu?.[row] === 0) idle += count;
  }
  return { samples, idle };
}

function endedBySignal({ recording, checkpointMs }: RecordingFacts): string {
  const { signal } = recording.end;
  if (signal !== 'SIGKILL') return `the program was ended by ${signal}; its samples are saved`;
  return `the program was killed (SIGKILL); up to ${checkpointMs / 1000} s before that are missing`;
}

function scope({ processes, threads }: V8Recording): string {
  if (threads === 1) return '';
  const inProcesses = processes === 1 ? '' : ` in ${processes} processes`;
  return ` of ${threads} threads${inProcesses}`;
}

function seconds(ns: number): string {
  return `${(ns / 1e9).toFixed(ns < 1e10 ? 2 : 1)} s`;
}
