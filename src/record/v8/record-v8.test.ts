import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { ToolError } from '../../base/tool-error.ts';
import type { Host } from '../../platform/host.ts';
import {
  type FrameIndex,
  frameFile,
  frameName,
  framesOf,
  moduleName,
  type Profile,
  type StackIndex,
  sampleCounts,
  textAt,
} from '../../profile/index.ts';
import { recordV8, type V8Options, type V8Recording } from './record-v8.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plateau test '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

function hostIn(cwd: string): Host {
  const sink = { isTerminal: false, columns: 120, write: () => Promise.resolve() };
  return {
    args: [],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    cwd,
    stdout: sink,
    stderr: sink,
    now: () => performance.now(),
    stdin: () => [] as unknown as AsyncIterable<Uint8Array>,
  };
}

function record(command: readonly string[], more: Partial<V8Options> = {}): Promise<V8Recording> {
  return recordV8(hostIn(folder), {
    command,
    frequencyHz: 1000,
    sources: true,
    producer: 'plateau test',
    ...more,
  });
}

/** Burns so much CPU time: what else is to happen meanwhile happens on a busy machine too. */
const spin = `let sink = 0;
function spin(ms) {
  const end = process.cpuUsage().user + ms * 1000;
  do for (let i = 0; i < 1e5; i++) sink += i;
  while (process.cpuUsage().user < end);
}
`;

/** Records a program given as text. Every program has `spin(ms)`. */
function recordText(text: string, name = 'program.cjs', ...args: string[]): Promise<V8Recording> {
  writeFileSync(join(folder, name), spin + text);
  return record(['node', name, ...args]);
}

/** Samples whose stack holds a function of that name. */
function samplesOf(profile: Profile, name: string): number {
  const counts = sampleCounts(profile);
  return profile.samples.stack.reduce((sum, stack, row) => {
    const names = framesOf(profile, stack as StackIndex).map((frame) => frameName(profile, frame));
    return names.includes(name) ? sum + (counts[row] as number) : sum;
  }, 0);
}

function timeOf(profile: Profile, name: string): number {
  const cpu = profile.valueTypes.findIndex((type) => type.name === 'cpu');
  return profile.samples.stack.reduce((sum, stack, row) => {
    const names = framesOf(profile, stack as StackIndex).map((frame) => frameName(profile, frame));
    return names.includes(name) ? sum + (profile.samples.values[cpu]?.[row] ?? 0) : sum;
  }, 0);
}

function frameNamed(profile: Profile, name: string): FrameIndex {
  const frame = Array.from(profile.frames.function.keys()).find(
    (row) => frameName(profile, row as FrameIndex) === name,
  );
  return (frame ?? -1) as FrameIndex;
}

const codes = (profile: Profile): string[] =>
  profile.meta.health.diagnostics.map((diagnostic) => diagnostic.code);

describe('recording with V8', () => {
  it('finds the shares a program has', async () => {
    const program = join(root, 'fixtures/programs/node-shares/shares.js');
    const { profile, end } = await record(['node', program, '80']);
    expect(end.status).toBe(0);
    const [seventy, thirty] = [samplesOf(profile, 'seventy'), samplesOf(profile, 'thirty')];
    expect(seventy + thirty).toBeGreaterThan(100);
    // V8 samples by the wall clock: waiting for a CPU counts, in clumps, where the program stood.
    expect(Math.abs(seventy / (seventy + thirty) - 0.7)).toBeLessThan(0.15);
    const time = timeOf(profile, 'seventy') / timeOf(profile, 'thirty');
    expect(time).toBeGreaterThan(1);
    expect(profile.meta).toMatchObject({
      producer: 'plateau test',
      command: `node ${program} 80`,
      events: ['v8-cpu-profile'],
      period: 1e6,
    });
    expect(profile.meta.durationNs).toBeGreaterThan(2e8);
    expect(Math.abs(Number(profile.meta.startEpochNs / 1_000_000n) - Date.now())).toBeLessThan(
      60_000,
    );
    expect(frameFile(profile, frameNamed(profile, 'seventy'))).toBe(program);
    expect(profile.sources.map((source) => textAt(profile, source.file))).toContain(program);
    expect(textAt(profile, profile.mappings.file[0] as number)).toBe(program);
  });

  it('passes on the exit status and keeps what ran before process.exit', async () => {
    const { profile, end } = await recordText('spin(150); process.exit(7);');
    expect(end).toMatchObject({ status: 7, signal: undefined });
    expect(samplesOf(profile, 'spin')).toBeGreaterThan(0);
  });

  it('keeps what ran before an uncaught exception', async () => {
    const { profile, end } = await recordText(
      'process.on("uncaughtException", () => process.exit(9)); spin(100); throw new Error("no");',
    );
    expect(end.status).toBe(9);
    expect(samplesOf(profile, 'spin')).toBeGreaterThan(0);
  });

  it('records a program that does not even parse', async () => {
    writeFileSync(join(folder, 'syntax.cjs'), 'let = ;');
    const { end, profile } = await recordText(
      'try { require("./syntax.cjs") } catch { process.exitCode = 4 }',
    );
    expect(end.status).toBe(4);
    expect(profile.samples.length).toBeGreaterThanOrEqual(0);
  });

  it('loses nothing when a busy loop is ended by a signal', async () => {
    const { profile, end, cutShort } = await recordText(
      // Long enough for the thread that watches signals to start.
      'spin(1000); process.kill(process.pid, "SIGINT"); for (;;);',
    );
    expect(end).toMatchObject({ status: 130, signal: 'SIGINT' });
    expect(cutShort).toBe(0);
    expect(samplesOf(profile, 'spin')).toBeGreaterThan(0);
  });

  it('leaves signals to a program that handles them', async () => {
    const { profile, end } = await recordText(`
      process.on('SIGTERM', () => { spin(100); process.exit(5); });
      setInterval(() => undefined, 10);
      process.kill(process.pid, 'SIGTERM');`);
    expect(end).toMatchObject({ status: 5, signal: undefined });
    expect(samplesOf(profile, 'spin')).toBeGreaterThan(0);
  });

  it('says when a program was killed outright', async () => {
    const { profile, end, cutShort } = await recordText(
      'spin(50); process.kill(process.pid, "SIGKILL");',
    );
    expect(end).toMatchObject({ status: 137, signal: 'SIGKILL' });
    expect(cutShort).toBe(1);
    expect(codes(profile)).toEqual(['cut-short']);
  });

  it('records worker threads, even those that are terminated or left running', async () => {
    const { profile, threads } = await recordText(`
      const { Worker, isMainThread, workerData, parentPort } = require('node:worker_threads');
      function inEnding() { spin(150); }
      function inTerminated() { spin(150); parentPort.postMessage(0); for (;;); }
      function inRunning() { spin(150); parentPort.postMessage(0); for (;;); }
      if (isMainThread) {
        const start = (name) => new Worker(__filename, { workerData: name });
        start('ending').on('exit', () => {
          const worker = start('terminated');
          worker.on('message', () => worker.terminate());
          worker.on('exit', () => start('running').on('message', () => process.exit()));
        });
      } else ({ ending: inEnding, terminated: inTerminated, running: inRunning })[workerData]();`);
    expect(threads).toBe(4);
    for (const name of ['inEnding', 'inTerminated', 'inRunning']) {
      expect(samplesOf(profile, name), name).toBeGreaterThan(0);
    }
    expect(codes(profile)).toEqual([]);
    const names = Array.from(profile.threads.threadName, (name) => textAt(profile, name));
    expect(names[0]).toBe('main');
  });

  it('records child processes however they are started', async () => {
    const { profile, processes } = await recordText(`
      const { execFileSync, execSync } = require('node:child_process');
      if (process.argv[2] === 'child') spin(150);
      else {
        execFileSync(process.execPath, [__filename, 'child']);
        execSync('node ' + JSON.stringify(__filename) + ' child');
      }`);
    expect(processes).toBe(3);
    expect(new Set(profile.threads.pid).size).toBe(3);
    expect(samplesOf(profile, 'spin')).toBeGreaterThan(0);
    expect(textAt(profile, profile.threads.processName[0] as number)).toBe('program.cjs');
  });

  it('shows TypeScript through the source maps of its compiler', async () => {
    const source = `interface Unused { a: number }
interface Longer { b: Unused }

export function hotInTypeScript(ms: number): void {
  const end: number = Date.now() + ms;
  let turns: number = 0;
  while (Date.now() < end) {
    turns++;
  }
}
hotInTypeScript(200);
`;
    for (const [name, flags] of [
      ['beside', ['--sourceMap']],
      ['inline', ['--inlineSourceMap', '--inlineSources']],
    ] as const) {
      const project = join(folder, name);
      mkdirSync(join(project, 'src'), { recursive: true });
      writeFileSync(join(project, 'src/hot.ts'), source);
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      const common = ['--outDir', 'out', '--module', 'commonjs', '--target', 'es2022'];
      const where = ['--ignoreConfig', '--lib', 'es2022', '--types', '', 'src/hot.ts'];
      const compiled = spawnSync(process.execPath, [compiler, ...common, ...flags, ...where], {
        cwd: project,
        encoding: 'utf8',
      });
      expect(compiled.stdout).toBe('');
      const { profile } = await record(['node', join(project, 'out/hot.js')]);
      const frame = frameNamed(profile, 'hotInTypeScript');
      expect(frameFile(profile, frame)).toBe(join(project, 'src/hot.ts'));
      expect(profile.functions.startLine[profile.frames.function[frame] as number]).toBe(4);
      const lines = new Set(
        Array.from(profile.frames.line).filter(
          (_, row) => frameName(profile, row as FrameIndex) === 'hotInTypeScript',
        ),
      );
      expect(lines).toContain(7);
      const embedded = profile.sources.find(({ file }) => textAt(profile, file).endsWith('hot.ts'));
      expect(embedded?.text).toBe(source);
    }
  });

  it('shows code that was compiled in memory through the map V8 keeps', async () => {
    const text = 'function t(ms){const e=Date.now()+ms;while(Date.now()<e);}t(200);';
    const map = {
      version: 3,
      sources: ['in-memory.source'],
      names: ['compiledOnTheFly'],
      mappings: [
        [
          [9, 0, 40, 3, 0],
          [10, 0, 40, 19],
          [20, 0, 41, 2],
        ],
      ],
    };
    writeFileSync(join(folder, 'memory.source'), '');
    const { profile } = await recordText(`
      const url = 'data:application/json;base64,' + Buffer.from(${JSON.stringify(JSON.stringify(map))}).toString('base64');
      require.extensions['.source'] = (module, file) =>
        module._compile(${JSON.stringify(text)} + '\\n//# sourceMappingURL=' + url, file);
      require('./memory.source');`);
    expect(samplesOf(profile, 'compiledOnTheFly')).toBeGreaterThan(0);
    const frame = frameNamed(profile, 'compiledOnTheFly');
    expect(frameFile(profile, frame)).toBe(join(folder, 'in-memory.source'));
  });

  it('leaves its own work out and removes its files', async () => {
    const temporary = mkdtempSync(join(folder, 'temporary-'));
    vi.stubEnv('TMPDIR', temporary);
    const { profile } = await recordText('spin(50)');
    const files = profile.strings.filter((text) => text.endsWith('agent.cjs'));
    expect(files).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
    expect(
      Array.from(profile.frames.line.keys(), (row) => moduleName(profile, row as FrameIndex)),
    ).toContain('node:internal');
  });

  it('can leave sources out', async () => {
    writeFileSync(join(folder, 'plain.cjs'), 'for (let i = 0; i < 1e7; i++);');
    const { profile } = await record(['node', 'plain.cjs'], { sources: false });
    expect(profile.sources).toEqual([]);
  });
});

describe('what cannot be recorded', () => {
  it.each([
    ['a program that is not there', ['no-such-program'], 'no such program', 'not-found'],
    ['a program that is not Node', ['ls'], 'ls is not a Node program', 'usage'],
    ['a shell that starts no Node', ['sh', '-c', 'exit 4'], 'started no Node program', 'no-data'],
  ])('is said: %s', async (_, command, message, code) => {
    const failure = await record(command).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolError);
    expect(failure).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('tells a file that may not be run from one that is not there', async () => {
    writeFileSync(join(folder, 'plain-text'), '');
    await expect(record(['./plain-text'])).rejects.toMatchObject({
      message: 'cannot run ./plain-text: not executable',
      hint: expect.stringContaining('chmod +x ./plain-text'),
    });
  });

  it('hints at node for a script', async () => {
    writeFileSync(join(folder, 'script.js'), '');
    await expect(record(['script.js'])).rejects.toMatchObject({
      hint: 'plateau record -- node script.js',
    });
  });

  it('takes a link to node and a script with its interpreter line', async () => {
    symlinkSync(process.execPath, join(folder, 'my-node'));
    writeFileSync(join(folder, 'tool'), '#!/usr/bin/env node\nfor (let i = 0; i < 1e7; i++);', {
      mode: 0o755,
    });
    expect((await record(['./my-node', '-e', '0'])).threads).toBe(1);
    expect((await record(['./tool'])).threads).toBe(1);
  });
});
