import { writeFile } from 'node:fs/promises';
import { ToolError } from '../base/tool-error.ts';
import { saveProfile } from '../load/index.ts';
import type { RunningChild } from '../platform/child-group.ts';
import { askLoopback } from '../platform/loopback.ts';
import { defaultEvents, recordNative, removeSpool } from '../record/index.ts';
import type { PgoRun } from './pgo-run.ts';
import type { RecordingWish, Toolchain, TrainingSetup } from './toolchain.ts';

/** Asks the program's own endpoint, which answers when the time is over. */
export async function captureByHttp(address: string, seconds: number, raw: string): Promise<void> {
  const { status, body } = await askLoopback(address, (seconds + 15) * 1000);
  if (status !== 200) {
    throw new ToolError('target-failed', `${address} answered with status ${status}`, {
      hint: 'the program must serve net/http/pprof there',
    });
  }
  await writeFile(raw, body);
}

/** Of each sample's stack; deeper callers are lost. */
const stackBytes = 16_384;

const usualRecording: RecordingWish = { callGraph: 'fp', frequencyHz: 499, to: 'pprof' };

export interface RecordedTraining {
  readonly toolchain: Toolchain;
  readonly setup: TrainingSetup;
  readonly child: RunningChild;
  readonly raw: string;
}

/** Samples the program, which goes on when all is ready: until it ends, or for so long. */
export async function captureByRecorder(
  run: PgoRun,
  { toolchain, setup, child, raw }: RecordedTraining,
  durationMs: number | null,
): Promise<void> {
  const { callGraph, frequencyHz, to } = setup.recording ?? usualRecording;
  const plan = {
    target: { kind: 'attach' as const, pids: [child.pid] },
    events: defaultEvents(),
    rate: { frequencyHz },
    callGraph: callGraph === 'fp' ? { mode: callGraph } : { mode: callGraph, stackBytes },
    inherit: true,
    offCpu: false,
    output: `${raw}.data`,
    ...(durationMs !== null && { durationMs }),
  };
  const { profile } = await recordNative(run.host, {
    plan,
    producer: 'plateau',
    version: 'plateau',
    sources: false,
    callGraphWhy: undefined,
    ...(durationMs === null && { onStart: () => void child.proceed() }),
  });
  await saveProfile(run.host, toolchain.fromRecording(profile), raw, { to });
  removeSpool(plan.output, plan.target, profile, run.host.cwd);
}
