import {
  costGraph,
  defaultNodeOptions,
  measureOf,
  nodeLabel,
  noTrimming,
  resolveValueType,
  samplesForError,
  shareError,
  topRows,
} from '../analysis/index.ts';
import type { Diagnostic } from '../base/diagnostics.ts';
import { counted, formatCount, formatShare } from '../base/quantity.ts';
import { safeLine } from '../base/terminal-text.ts';
import { type Profile, sampleCounts } from '../profile/index.ts';
import type { Captured, RecordingPlan } from '../record/index.ts';

/** A line of the summary: a fact, or a problem with the step that helps. */
export interface HealthLine {
  readonly state: 'fact' | 'problem';
  readonly text: string;
  readonly fix?: string;
  /** Known only while recording: kept with the profile. */
  readonly kept?: true;
}

export interface HealthInput {
  readonly profile: Profile;
  readonly captured: Captured;
  readonly plan: Omit<RecordingPlan, 'output'>;
}

/** Known better than this needs no advice; worse, and the profile claims more than it knows. */
const wantedError = 0.03;
/** Below this, trouble is noise. */
const noticeableShare = 0.005;
const highestUsefulHz = 20_000;

/** What a user must know to trust the recording, the worst first. */
export function recordingHealth(input: HealthInput): HealthLine[] {
  const { profile } = input;
  const samples = sampleCounts(profile).reduce((sum, count) => sum + count, 0);
  return [
    ...accuracy(input, samples),
    ...losses(input, samples),
    ...unseenProcesses(input),
    ...stackTrouble(input, samples),
    ...further(input, samples),
  ];
}

function accuracy({ profile, plan, captured }: HealthInput, samples: number): HealthLine[] {
  if (samples === 0) return [noSamples(plan, captured)];
  const measure = measureOf(profile, resolveValueType(profile, undefined), false);
  const [top] = topRows(costGraph(profile, measure, defaultNodeOptions, noTrimming));
  if (top === undefined) return [];
  // Of the event that is shown: context switches and waits are samples, too, but of something else.
  const shown = measure.counts.reduce(
    (sum, count, row) => ((measure.values[row] as number) === 0 ? sum : sum + count),
    0,
  );
  const share = Math.min(1, top.flatSamples / shown);
  const name = safeLine(nodeLabel(top.info));
  // Where every occurrence was recorded, nothing is estimated.
  if (isComplete(profile, plan))
    return [{ state: 'fact', text: `hottest: ${name} ${formatShare(share)}`, kept: true }];
  const error = shareError(share, shown);
  const text = `hottest: ${name} ${formatShare(share)} ± ${points(error)}`;
  if (error <= wantedError) return [{ state: 'fact', text, kept: true }];
  const factor = samplesForError(share, wantedError) / shown;
  const fix = moreSamples(factor, plan, captured.durationNs);
  return [{ state: 'problem', text, fix, kept: true }];
}

/** A shell's words for what it could not find, and could not execute. */
const notStarted = [126, 127];

function noSamples(plan: HealthInput['plan'], { end }: Captured): HealthLine {
  const state = 'problem';
  if (end?.signal === undefined && notStarted.includes(end?.status ?? 0)) {
    return { state, text: `no samples: the program could not be executed (status ${end?.status})` };
  }
  if (plan.events.every(({ rate }) => rate !== undefined)) {
    return { state, text: 'no samples: the event never occurred' };
  }
  const waited = plan.offCpu ? '' : 'did it only wait? --off-cpu shows where; ';
  const isLaunched = plan.target.kind === 'launch';
  const fix = isLaunched ? 'a very short program needs -F max' : 'or record longer';
  return { state, text: 'no samples: it used no processor time to speak of', fix: waited + fix };
}

function isComplete(profile: Profile, { events, rate }: HealthInput['plan']): boolean {
  const type = profile.valueTypes[resolveValueType(profile, undefined)]?.name ?? '';
  const event = events.find(({ name }) => type === name || type === `${name}-period`);
  const own = event?.rate ?? rate;
  return event !== undefined && !isClock(type) && 'period' in own && own.period === 1;
}

/** Their events are nanoseconds. */
export function isClock(name: string): boolean {
  return /^(cpu|task)-clock\b/.test(name);
}

/** `±` needs samples: by a longer run, or by a faster rate. */
function moreSamples(factor: number, plan: HealthInput['plan'], durationNs: number): string {
  const seconds = ((durationNs / 1e9) * factor).toPrecision(2);
  const longer = `run it ${Number(seconds)} s`;
  const goal = `for ± ${points(wantedError)}`;
  if (!('frequencyHz' in plan.rate)) {
    return `few samples; ${goal} ${longer}, or -c ${Math.max(1, Math.floor(plan.rate.period / factor))}`;
  }
  const hz = Math.ceil(plan.rate.frequencyHz * factor);
  const faster = hz <= highestUsefulHz ? `, or -F ${roundUp(hz)}` : '';
  return `few samples; ${goal} ${longer}${faster}`;
}

function roundUp(hz: number): number {
  return hz < 1000 ? hz : Math.ceil(hz / 1000) * 1000 - 1;
}

function losses({ profile, captured, plan }: HealthInput, samples: number): HealthLine[] {
  const { lostSamples, throttled } = profile.meta.health;
  const lost = Math.max(lostSamples, captured.counts.lost);
  const lines: HealthLine[] = [];
  if (lost > 0) {
    const pages = plan.ringPages === undefined ? '-m 4M' : `-m ${plan.ringPages * 4}`;
    const text = `${counted(lost, 'sample')} lost (${formatShare(lost / (samples + lost))})`;
    const smaller = plan.callGraph.mode === 'dwarf' ? ', --call-graph dwarf,8192' : '';
    lines.push({ state: 'problem', text, fix: `larger rings: ${pages}${smaller}, or a lower -F` });
  }
  if (throttled > 0) {
    const text = `the kernel throttled sampling ${counted(throttled, 'time')}`;
    lines.push({ state: 'problem', text, fix: 'a lower -F or a higher -c' });
  }
  return lines;
}

/** Fewer unseen processes are no news. */
const manyUnseen = 10;

/**
 * A process has a clock of its own, which starts at zero: one that ends before its first sample is not
 * seen at all, nor is its share of the time. A clock of the processor, as with `-a`, runs on.
 */
function unseenProcesses({ profile, captured, plan }: HealthInput): HealthLine[] {
  const { forks } = captured.counts;
  if (forks < manyUnseen || !('frequencyHz' in plan.rate)) return [];
  const { thread } = profile.samples;
  const seen = new Set(thread?.map((row) => (row < 0 ? -1 : (profile.threads.pid[row] as number))));
  const all = plan.target.kind === 'launch' ? forks + 1 : Math.max(forks, seen.size);
  const unseen = all - seen.size;
  if (unseen < manyUnseen || unseen < all / 10) return [];
  const rate = `${formatCount(plan.rate.frequencyHz)} Hz`;
  const text = `${formatCount(unseen)} of ${formatCount(all)} processes were too short to be seen at ${rate}, their time is missing`;
  const fix = 'a higher -F, or -a, whose clock does not start anew with each process';
  return [{ state: 'problem', text, fix, kept: true }];
}

function stackTrouble({ profile, plan }: HealthInput, samples: number): HealthLine[] {
  const cut = profile.meta.health.truncatedStacks;
  if (cut === 0 || plan.callGraph.mode === 'none') return [];
  const text = `${counted(cut, 'stack')} cut short (${formatShare(cut / Math.max(1, samples))})`;
  if (cut / samples < noticeableShare) return [{ state: 'fact', text }];
  const fix =
    plan.callGraph.mode === 'dwarf'
      ? plan.callGraph.stackBytes >= 65_528
        ? 'build with -fno-omit-frame-pointer and record with --call-graph fp'
        : `--call-graph dwarf,${Math.min(65_528, plan.callGraph.stackBytes * 4)}`
      : '--call-graph dwarf';
  return [{ state: 'problem', text, fix }];
}

/** Said above, or by the line that tells how it was sampled. */
const saidAbove = /^(lost-samples|throttled|event-fallback|no-samples|cut|broken-chain)\b/;
const saidByEventLine = /^this machine has no event .* instead$/;
/** Counts of samples, of which the share says more than the number. */
const ofSamples = /^(no-image|no-symbols|no-lines|no-frame-pointers|unwind)\b/;

/** What the recorder, the reader, the unwinder and the symbolizer noted. */
function further({ profile, captured }: HealthInput, samples: number): HealthLine[] {
  const notes = captured.notes
    .filter((note) => !saidByEventLine.test(note))
    .map((text): HealthLine => ({ state: 'problem', text }));
  const { diagnostics } = profile.meta.health;
  const imageless = diagnostics
    .filter(({ code }) => code.startsWith('no-image:'))
    .reduce((sum, { count }) => sum + count, 0);
  const rest = diagnostics
    .filter(({ code }) => !saidAbove.test(code))
    // Without its file nothing unwinds an image: the line that names the file has the step.
    .filter(({ code, count }) => code !== 'unwind:no-cfi' || count > imageless)
    .filter(({ code, count }) => !ofSamples.test(code) || count / samples >= noticeableShare)
    .map((diagnostic) => diagnosticLine(diagnostic, samples));
  return [...notes, ...rest];
}

/** Messages of the symbolizer end in `: what helps`. */
function diagnosticLine({ code, message, count }: Diagnostic, samples: number): HealthLine {
  if (!ofSamples.test(code)) {
    return {
      state: 'problem',
      text: `${count > 1 ? `${formatCount(count)} × ` : ''}${safeLine(message)}`,
    };
  }
  const at = message.lastIndexOf(': ');
  const what = at < 0 ? message : message.slice(0, at);
  const text = `${formatShare(count / Math.max(1, samples))} of the ${safeLine(what)}`;
  return at < 0
    ? { state: 'problem', text }
    : { state: 'problem', text, fix: safeLine(message.slice(at + 2)) };
}

function points(error: number): string {
  return `${(error * 100).toFixed(1)} points`;
}
