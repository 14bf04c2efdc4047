import { stripVTControlCharacters } from 'node:util';
import { counted, formatCount, formatQuantity, formatShare } from '../base/quantity.ts';
import { safeLine, terminalSafe } from '../base/terminal-text.ts';
import { displayWidth, wrapWords } from '../base/text-layout.ts';
import type { Sink } from '../platform/host.ts';
import { type Profile, sampleCounts } from '../profile/index.ts';
import { describeCallGraph } from '../record/native/call-graph-choice.ts';
import type { Captured, RecordingPlan } from '../record/native/recording-plan.ts';
import { estimateSlowdown } from '../record/native/slowdown.ts';
import type { Colors } from './colors.ts';
import { isClock, recordingHealth } from './recording-health.ts';

export interface NativeFacts {
  /** Undefined when perf.data itself was asked for, which is not read back. */
  readonly profile: Profile | undefined;
  readonly captured: Captured;
  readonly plan: Omit<RecordingPlan, 'output'>;
  readonly callGraphWhy: string | undefined;
  readonly output: string;
  readonly size: number;
  /** What to do with the result. */
  readonly next: string;
}

/** What a user wants to know when a recording ends: how much, how good, what to do next. */
export function nativeNotes(facts: NativeFacts, colors: Colors, columns: number): string[] {
  const lines: string[] = [];
  const add = (start: string, text: string, paint: Paint = plain): void => {
    lines.push(...hanging(start, terminalSafe(text), columns, paint));
  };
  const { profile, captured, plan, output, size } = facts;
  const samples =
    profile === undefined
      ? captured.counts.samples
      : sampleCounts(profile).reduce((sum, count) => sum + count, 0);
  const seconds = (captured.durationNs / 1e9).toFixed(captured.durationNs < 1e10 ? 2 : 1);
  if (captured.end?.signal !== undefined) {
    lines.push(`plateau: the program was ended by ${captured.end.signal}; its samples are saved`);
  }
  const headline = colors.bold(counted(samples, 'sample'));
  lines.push(
    `plateau: ${headline} in ${seconds} s${threads(profile)} → ${output} (${formatQuantity(size, 'bytes')})`,
  );
  add('  ', eventLine(facts), colors.dim);
  add('  ', stackLine(facts), colors.dim);
  if (profile !== undefined) {
    for (const { state, text, fix } of recordingHealth({ profile, captured, plan })) {
      add(state === 'problem' ? `  ${colors.yellow('!')} ` : '  ', text);
      if (fix !== undefined) add(`      ${colors.cyan('try:')} `, fix);
    }
  } else {
    for (const note of captured.notes) add(`  ${colors.yellow('!')} `, note);
  }
  add('  ', costLine(captured, samples, plan), colors.dim);
  lines.push(`  next: ${colors.cyan(terminalSafe(facts.next))}`);
  return lines;
}

/** Of a terminal that says it has none. */
const unknownColumns = 80;

/** Files and pipes keep each note on one line, for `grep`. */
export function noteColumns({ isTerminal, columns }: Sink): number {
  return isTerminal ? columns || unknownColumns : Number.POSITIVE_INFINITY;
}

type Paint = (text: string) => string;

const plain: Paint = (text) => text;
/** Narrower terminals than this cut words; wrapping would not help. */
const narrowest = 30;

/** Lines that fit the terminal; those after the first start where the text of the first does. */
function hanging(start: string, text: string, columns: number, paint: Paint): string[] {
  const indent = displayWidth(stripVTControlCharacters(start));
  const [first = '', ...rest] = wrapWords(text, Math.max(narrowest, columns - indent));
  return [`${start}${paint(first)}`, ...rest.map((line) => `${' '.repeat(indent)}${paint(line)}`)];
}

function threads(profile: Profile | undefined): string {
  if (profile === undefined || profile.threads.length < 2) return '';
  const processes = new Set(profile.threads.pid).size;
  const inProcesses = processes > 1 ? ` in ${processes} processes` : '';
  return ` of ${profile.threads.length} threads${inProcesses}`;
}

/** `cpu-clock at 999 Hz (this machine does not count cycles), page-faults, every one`. */
function eventLine({ captured, plan }: NativeFacts): string {
  const shown = captured.events.map(({ name, planned, excludeKernel }) => {
    const own = plan.events.find((event) => event.name === planned)?.rate ?? plan.rate;
    const rate =
      'frequencyHz' in own
        ? ` at ${formatCount(own.frequencyHz)} Hz`
        : periodText(name, own.period);
    const instead = name === planned ? '' : ` (this machine does not count ${safeLine(planned)})`;
    const part = excludeKernel && !name.includes(':') ? ', user code only' : '';
    return `${safeLine(name)}${rate}${instead}${part}`;
  });
  return [...new Set(shown)].join('; ');
}

/** `, one in 1,000`; of clocks `, every 1 ms`. */
function periodText(name: string, period: number): string {
  if (isClock(name)) return `, every ${Number((period / 1e6).toPrecision(3))} ms`;
  return period === 1 ? ', every one' : `, one in ${formatCount(period)}`;
}

function stackLine({ plan, callGraphWhy }: NativeFacts): string {
  const why = callGraphWhy === undefined ? '' : `: ${callGraphWhy}`;
  const how = describeCallGraph(plan.callGraph);
  return plan.callGraph.mode === 'none' ? how : `stacks by ${how}${why}`;
}

const shortNs = 1e9;

/** What the recording cost: us, and the target. */
export function costLine(captured: Captured, samples: number, plan: NativeFacts['plan']): string {
  const share = captured.recorderCpuNs / Math.max(1, captured.durationNs);
  const ms = Math.round(captured.recorderCpuNs / 1e6);
  // Starting takes the same time for every recording: of a short one it says nothing.
  const shown = captured.durationNs < shortNs ? '' : ` (${formatShare(share)})`;
  const own = `recorder: ${ms} ms of processor time${shown}`;
  const slowdown = estimateSlowdown(captured, samples, plan.callGraph);
  return `${own}, ${formatQuantity(captured.counts.bytesWritten, 'bytes')}${slowdownText(slowdown)}`;
}

function slowdownText(slowdown: number | undefined): string {
  if (slowdown === undefined || slowdown === 0) return '';
  if (slowdown === Number.POSITIVE_INFINITY)
    return '; most of the target’s time went into sampling';
  return slowdown > 1
    ? `; makes the target about ${(slowdown + 1).toFixed(0)} times as slow`
    : `; slows the target by about ${formatShare(slowdown)}`;
}
