import process from 'node:process';
import { processHost } from '../../../platform/host.ts';
import { type CaptureOptions, capture } from '../capture.ts';
import type { RecordingPlan } from '../recording-plan.ts';

// Runs one plan, given as JSON (bigints as "123n"), as a process of its own that tests can kill.
// The outcome goes to stderr as a line of JSON, the target has stdout; `started` is said first.
const [planText = '{}', optionsText = '{}'] = process.argv.slice(2);
const plan = JSON.parse(planText, reviveBigint) as RecordingPlan;
const options = JSON.parse(optionsText) as CaptureOptions;
try {
  const captured = await capture(processHost(), plan, {
    ...options,
    onStart: () => process.stderr.write('started\n'),
  });
  process.stderr.write(`${JSON.stringify({ captured })}\n`);
} catch (error) {
  const { code, message, hint } = error as { code?: string; message: string; hint?: string };
  process.stderr.write(`${JSON.stringify({ error: { code, message, hint } })}\n`);
  if (code === undefined) process.stderr.write(`${(error as Error).stack}\n`);
}

function reviveBigint(_: string, value: unknown): unknown {
  return typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
}
