import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { CaptureOptions } from '../capture.ts';
import type { Captured, RecordingPlan } from '../recording-plan.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Bundles the recorder with its thread, since Node 20 cannot run TypeScript; gives the program's path. */
export async function buildCapture(folder: string): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: resolve(folder, 'program'),
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: {
          'capture-program': resolve(root, 'src/record/native/testing/capture-program.ts'),
          'drain-worker': resolve(root, 'src/platform/perf-events/drain-worker.ts'),
        },
        // Inside the repository koffi is found by its name; elsewhere it is not.
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return resolve(folder, 'program/capture-program.mjs');
}

export interface RunningCapture {
  readonly child: ChildProcess;
  /** Resolves when samples are taken. */
  readonly started: Promise<void>;
  readonly outcome: Promise<CaptureOutcome>;
}

export interface CaptureOutcome {
  readonly captured?: Captured;
  readonly error?: { readonly code?: string; readonly message: string; readonly hint?: string };
  readonly stdout: string;
  readonly stderr: string;
}

export function startCapture(
  program: string,
  plan: RecordingPlan,
  options: Omit<CaptureOptions, 'stop' | 'onStart' | 'drainProgram'> & {
    readonly as?: { readonly uid: number; readonly gid: number };
  } = {},
): RunningCapture {
  const { as, ...rest } = options;
  const text = JSON.stringify(plan, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  const child = spawn(process.execPath, [program, text, JSON.stringify(rest)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...as,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
  });
  const started = new Promise<void>((resolveStarted) => {
    child.stderr.on('data', (data: Buffer) => {
      stderr += data.toString();
      if (stderr.includes('started\n')) resolveStarted();
    });
    child.once('close', () => resolveStarted());
  });
  const outcome = once(child, 'close').then((): CaptureOutcome => {
    const line = stderr.split('\n').findLast((text) => text.startsWith('{"'));
    const said = line === undefined ? {} : (JSON.parse(line) as Partial<CaptureOutcome>);
    return { ...said, stdout, stderr };
  });
  return { child, started, outcome };
}

export async function runCapture(
  ...args: Parameters<typeof startCapture>
): Promise<CaptureOutcome> {
  return startCapture(...args).outcome;
}
