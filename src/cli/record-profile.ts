import { resolve } from 'node:path';
import process from 'node:process';
import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { type Profile, sampleCounts } from '../profile/index.ts';
import {
  type Captured,
  checkpointMs,
  keptFile,
  type RecordingPlan,
  recordNative,
  recordV8,
  removeSpool,
} from '../record/index.ts';
import { colorsOf } from './colors.ts';
import { costLine, nativeNotes, noteColumns } from './native-notes.ts';
import { writeNote } from './note.ts';
import { programName } from './program-name.ts';
import { type Beside, startBeside } from './record-beside.ts';
import { chooseEngine, type EngineChoice } from './record-engine.ts';
import type { SamplingFlags } from './record-flags.ts';
import { planRecording } from './record-plan.ts';
import { recordingHealth } from './recording-health.ts';
import { recordingNotes } from './recording-notes.ts';
import { recordingProgress } from './recording-progress.ts';
import { guardSaving } from './saving-signals.ts';
import { version } from './version.ts';

/** A recording that is in memory and not yet in a file of its own. */
export interface Recorded {
  readonly profile: Profile;
  /** Of the target: what Plateau exits with. */
  readonly status: number;
  /** What a user wants to know at the end. */
  notes(saved: Saved): string[];
  /** The terminal stands behind the echo of Ctrl-C. */
  readonly isEchoed: boolean;
  /** Called when the profile is safe. */
  discard(): void;
  /** For a failure after the recording: the error that names what is kept. */
  kept(error: unknown): unknown;
}

export interface Saved {
  readonly output: string;
  readonly size: number;
  /** What to do with it. */
  readonly next: string;
}

/** Records with the engine that fits, and reads what was recorded. `output` is where it will go. */
export async function recordProfile(
  host: Host,
  words: readonly string[],
  flags: SamplingFlags,
  output: string,
): Promise<Recorded> {
  const beside = await startBeside(host, words, flags);
  try {
    const recorded = beside?.words ?? words;
    const choice = chooseEngine(host, recorded, flags);
    return choice.engine === 'v8'
      ? await recordWithV8(host, recorded, flags, choice)
      : await recordWithPerf(host, { words: recorded, output, beside }, flags, choice);
  } catch (error) {
    beside?.abandon();
    throw error;
  }
}

/** Writes the summary to stderr, unless `-q`. */
export async function writeSummary(host: Host, recorded: Recorded, saved: Saved): Promise<void> {
  if (host.quiet === true) return;
  const first = recorded.isEchoed && host.stderr.isTerminal ? '\n' : '';
  await host.stderr.write(`${first}${recorded.notes(saved).join('\n')}\n`);
}

interface PerfRequest {
  readonly words: readonly string[];
  readonly output: string;
  readonly beside: Beside | undefined;
}

async function recordWithPerf(
  host: Host,
  { words, output, beside }: PerfRequest,
  flags: SamplingFlags,
  choice: EngineChoice & { readonly engine: 'perf' },
): Promise<Recorded> {
  const { maySeeKernel, runtime } = choice;
  const request = { words, maySeeKernel, runtime };
  const { plan, callGraphWhy, doubt } = planRecording(host, request, flags);
  if (doubt !== undefined) await writeNote(host, doubt);
  // In the folder of the result, which has room; named after it, should it have to stay.
  const spool = resolve(host.cwd, `${output}.${process.pid}.data`);
  using progress = recordingProgress(host, plan.target, spool);
  let guard: Disposable | undefined;
  const recording = await recordNative(host, {
    ...beside?.options,
    plan: { ...plan, output: spool },
    onCaptured: () => {
      progress[Symbol.dispose]();
      guard = guardSaving(host, spool);
    },
    callGraphWhy,
    producer: `plateau ${version}`,
    version: `plateau ${version}`,
    sources: flags.source,
  });
  const status = await beside?.finish();
  const columns = noteColumns(host.stderr);
  const captured = withNote(recording.captured, runtime.note);
  const profile = withQuality(recording.profile, captured, plan);
  const colors = colorsOf(host, host.stderr);
  return {
    profile,
    status: status ?? captured.end?.status ?? 0,
    notes: (saved) =>
      nativeNotes({ ...saved, profile, captured, plan, callGraphWhy }, colors, columns),
    isEchoed: captured.end?.signal === 'SIGINT',
    discard: () => {
      guard?.[Symbol.dispose]();
      removeSpool(spool, plan.target, profile, host.cwd);
    },
    kept: (error) => {
      guard?.[Symbol.dispose]();
      return keptFile(error, spool);
    },
  };
}

/** What the runtime does not tell is said with what the kernel refused. */
export function withNote(captured: Captured, note: string | undefined): Captured {
  return note === undefined ? captured : { ...captured, notes: [...captured.notes, note] };
}

/** How good the recording is and what it cost stays with it; the # keeps that out of reports. */
function withQuality(
  profile: Profile,
  captured: Captured,
  plan: Omit<RecordingPlan, 'output'>,
): Profile {
  const samples = sampleCounts(profile).reduce((sum, count) => sum + count, 0);
  const said = recordingHealth({ profile, captured, plan }).filter(({ kept }) => kept === true);
  const lines = [...said.map(({ text }) => text), costLine(captured, samples, plan)];
  const comments = [...profile.meta.comments, ...lines.map((line) => `# ${line}`)];
  return { ...profile, meta: { ...profile.meta, comments } };
}

async function recordWithV8(
  host: Host,
  words: readonly string[],
  flags: SamplingFlags,
  choice: EngineChoice & { readonly engine: 'v8' },
): Promise<Recorded> {
  if (choice.why !== undefined) await writeNote(host, choice.why);
  const recording = await recordV8(host, {
    command: words,
    frequencyHz: v8Frequency(flags.frequency),
    sources: flags.source,
    producer: `plateau ${version}`,
  });
  const colors = colorsOf(host, host.stderr);
  const program = programName(host);
  return {
    profile: recording.profile,
    status: recording.end.status,
    notes: ({ output, size }) =>
      recordingNotes({ recording, output, size, checkpointMs, program }, colors),
    isEchoed: recording.end.signal === 'SIGINT',
    discard: () => undefined,
    kept: (error) => error,
  };
}

/** Of the v8 engine. */
export const defaultFrequencyHz = 1000;
const mostV8Hz = 20_000;

function v8Frequency(frequency: number | 'max' = defaultFrequencyHz): number {
  if (frequency === 'max') return mostV8Hz;
  if (frequency <= mostV8Hz) return frequency;
  throw new ToolError('usage', `-F ${frequency} is more than V8's profiler can`, {
    hint: `-F ${mostV8Hz} at most; ${defaultFrequencyHz} is the default`,
  });
}
