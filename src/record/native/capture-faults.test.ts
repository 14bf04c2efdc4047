import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { findTool, skip } from '../../../tests/judges/requires.ts';
import type { Captured } from './recording-plan.ts';
import { readPerfData } from './testing/perf-data-facts.ts';
import { cpuClock, planOf } from './testing/plans.ts';
import {
  buildCapture,
  type CaptureOutcome,
  runCapture,
  startCapture,
} from './testing/run-capture.ts';
import { compileVictim, endVictim, startVictim, type Victim } from './testing/victims.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const build = resolve(root, `.build/faults-${process.pid}`);
const victims = new Map<Victim, string>();
let folder = '';
let program = '';
let output = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-faults-'));
  output = join(folder, 'out.data');
  program = await buildCapture(build);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(build, { recursive: true, force: true });
});

function victim(context: TestContext, name: Victim): string {
  if (findTool('cc') === undefined) skip(context, 'cc not found');
  const known = victims.get(name) ?? compileVictim(name, folder);
  victims.set(name, known);
  return known;
}

function recorded({ captured, error, stderr }: CaptureOutcome): Captured {
  expect(error).toBeUndefined();
  expect(captured, stderr).toBeDefined();
  return captured as Captured;
}

function launch(...command: string[]) {
  return { kind: 'launch', command } as const;
}

function needsRoot(context: TestContext): void {
  if (process.getuid?.() !== 0) skip(context, 'needs root');
}

describe('a launched target', () => {
  it('gives its own status', async (context) => {
    const busy = victim(context, 'busy');
    const { end, targetCpuNs = 0 } = recorded(
      await runCapture(program, planOf(launch('sh', '-c', `${busy} 0.05; exit 7`), output)),
    );
    expect(end).toMatchObject({ status: 7 });
    expect(targetCpuNs).toBeGreaterThan(40e6);
  });

  it('that is killed leaves all it did until then', async (context) => {
    const busy = victim(context, 'busy');
    const script = `${busy} 60 & sleep 0.7; kill -9 $!; kill -9 $$`;
    const { end, counts } = recorded(
      await runCapture(program, planOf(launch('sh', '-c', script), output)),
    );
    expect(end).toMatchObject({ status: 137, signal: 'SIGKILL' });
    expect(counts.samples).toBeGreaterThan(5);
    expect(readPerfData(output).samples).toBe(counts.samples);
  });

  it('that cannot be executed ends with 127', async () => {
    const outcome = await runCapture(program, planOf(launch('/nonesuch/program'), output));
    const { end, counts } = recorded(outcome);
    expect(end).toMatchObject({ status: 127 });
    expect(counts.samples).toBe(0);
    expect(outcome.stderr).toContain('/nonesuch/program');
  });

  it('gets what the terminal did not send it, and the recording ends with it', async (context) => {
    const busy = victim(context, 'busy');
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const running = startCapture(program, planOf(launch(busy, '60'), output));
      await running.started;
      setTimeout(() => running.child.kill(signal), 300);
      const { end } = recorded(await running.outcome);
      expect(end).toMatchObject({ signal });
      expect(readPerfData(output).features).toContain(12);
    }
  });

  it('never starts when events cannot be opened', async () => {
    const events = [{ ...cpuClock, name: 'nonsense', type: 999_999 }];
    const marker = join(folder, 'marker');
    const plan = planOf(launch('touch', marker), output, { events });
    const { error } = await runCapture(program, plan);
    expect(error).toMatchObject({ code: 'not-supported' });
    expect(error?.message).toContain('nonsense');
    expect(existsSync(marker)).toBe(false);
  });

  it('is ended when the time is over, which is no failure', async () => {
    const marker = join(folder, 'ended-pid');
    const script = `exec >/dev/null 2>&1; echo $$ > ${marker}; exec sleep 60`;
    const plan = planOf(launch('sh', '-c', script), output, { durationMs: 1000 });
    const { end, notes } = recorded(await runCapture(program, plan));
    expect([end, notes]).toEqual([undefined, []]);
    const pid = Number(readFileSync(marker, 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('that does not end then is left running, and named', async () => {
    const marker = join(folder, 'stubborn-pid');
    const script = `exec >/dev/null 2>&1; trap '' TERM; echo $$ > ${marker}; exec sleep 60`;
    const plan = planOf(launch('sh', '-c', script), output, { durationMs: 1000 });
    const { end, notes } = recorded(await runCapture(program, plan));
    const pid = Number(readFileSync(marker, 'utf8'));
    process.kill(pid, 'SIGKILL');
    expect(end).toBeUndefined();
    expect(notes).toEqual([expect.stringContaining(`pid ${pid} still runs`)]);
  });

  it('that ignores Ctrl-C is left running by the second one, and the file is whole', async () => {
    const marker = join(folder, 'ignoring-pid');
    const script = `exec >/dev/null 2>&1; trap '' INT; echo $$ > ${marker}; exec sleep 60`;
    const running = startCapture(program, planOf(launch('sh', '-c', script), output));
    await running.started;
    await untilSize(marker, 0);
    running.child.kill('SIGINT');
    // Two at once would be one.
    setTimeout(() => running.child.kill('SIGINT'), 400);
    const { notes } = recorded(await running.outcome);
    const pid = Number(readFileSync(marker, 'utf8'));
    process.kill(pid, 'SIGKILL');
    expect(notes).toEqual([expect.stringContaining(`pid ${pid} still runs`)]);
    expect(readPerfData(output).features).toContain(12);
  });
});

describe('the recorder', () => {
  it('killed -9 leaves a file that can be read', async (context) => {
    const busy = victim(context, 'busy');
    const running = startCapture(program, planOf(launch(busy, '3'), output));
    await running.started;
    await untilSize(output, 60_000);
    running.child.kill('SIGKILL');
    await running.outcome;
    const facts = readPerfData(output);
    expect(facts.dataSize).toBeGreaterThan(0);
    expect(facts.samples).toBeGreaterThan(10);
    expect(facts.eventNames).toEqual(['cpu-clock']);
    if (findTool('perf') === undefined) return;
    const said = execFileSync('perf', ['report', '-i', output, '--stdio', '-g', 'none'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(said).toContain('burn_inner');
  });

  it('on a full disk keeps what fits and lets the target end', async (context) => {
    needsRoot(context);
    const busy = victim(context, 'busy');
    const disk = join(folder, 'small');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', disk]);
    try {
      const small = join(disk, 'out.data');
      const callGraph = { mode: 'dwarf', stackBytes: 8192 } as const;
      const outcome = await runCapture(program, planOf(launch(busy, '0.5'), small, { callGraph }));
      const { end, notes } = recorded(outcome);
      expect(end).toMatchObject({ status: 0 });
      expect(Number(outcome.stdout)).toBeGreaterThan(0.49);
      expect(notes.join()).toMatch(/stopped early: the disk is full; the first \d/);
      const facts = readPerfData(small);
      // All that fits: the disk has 1 MB, a sample 8 kB.
      expect(facts.dataSize).toBeGreaterThan(960_000);
      expect(facts.samples).toBeGreaterThan(100);
      expect(facts.features).toEqual(expect.arrayContaining([2, 3, 12, 21]));
      // The duration holds for the target although nothing is recorded any more.
      const timed = { callGraph, durationMs: 700 };
      const ended = await runCapture(program, planOf(launch(busy, '100'), small, timed));
      expect(recorded(ended).end).toBeUndefined();
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it('says when it cannot write at all', async () => {
    const plan = planOf(launch('true'), join(folder, 'none/out.data'));
    const { error } = await runCapture(program, plan);
    expect(error).toMatchObject({ code: 'not-found' });
    expect(error?.message).toContain('cannot write');
  });

  it('without tracefs says so and starts nothing', async () => {
    const events = [{ ...cpuClock, tracepoint: { system: 'sched', name: 'sched_switch' } }];
    const plan = planOf(launch('touch', join(folder, 'never')), output, { events });
    const { error } = await runCapture(program, plan, { tracefs: '/nonesuch' });
    expect(error).toMatchObject({ code: 'denied' });
    expect(error?.hint).toContain('mount -t tracefs');
    expect(existsSync(join(folder, 'never'))).toBe(false);
  });

  it('as an ordinary user records without the kernel, and says it', async (context) => {
    needsRoot(context);
    if (paranoid() < 2) skip(context, 'perf_event_paranoid is below 2');
    const busy = victim(context, 'busy');
    execFileSync('chmod', ['-R', 'a+rx', folder, build]);
    const open = mkdtempSync(join(tmpdir(), 'plateau-user-'));
    execFileSync('chown', ['65534:65534', open]);
    try {
      const plan = planOf(launch(busy, '0.3'), join(open, 'out.data'), { ringPages: 8192 });
      const outcome = await runCapture(program, plan, { as: { uid: 65_534, gid: 65_534 } });
      const { counts, notes, events } = recorded(outcome);
      expect(counts.samples).toBeGreaterThan(200);
      expect(events).toMatchObject([{ excludeKernel: true }]);
      expect(notes.join()).toMatch(/the kernel's part is not recorded: perf_event_paranoid is \d/);
      // 32 MiB per processor are more than an ordinary user may lock.
      const isLimited = !/locked memory +unlimited/.test(readFileSync('/proc/self/limits', 'utf8'));
      if (isLimited) expect(notes.join()).toMatch(/rings of \d+ instead of 8192 pages/);
    } finally {
      rmSync(open, { recursive: true });
    }
  });
});

describe('a running target', () => {
  it('that does not exist is named', async () => {
    const plan = planOf({ kind: 'attach', pids: [4_194_304] }, output);
    const { error } = await runCapture(program, plan);
    expect(error).toMatchObject({ code: 'not-found' });
    expect(error?.message).toBe('cannot sample pid 4194304: no such process');
  });

  it('is recorded by thread when threads are asked for', async (context) => {
    const running = await startVictim(victim(context, 'threads'), '20');
    try {
      const threads = readdirSync(`/proc/${running.pid}/task`).map(Number);
      // The first thread after the main one is the busy one.
      const busy = Math.min(...threads.filter((tid) => tid !== running.pid));
      const target = { kind: 'attach', pids: [busy], threadsOnly: true } as const;
      recorded(await runCapture(program, planOf(target, output, { durationMs: 600 })));
      const facts = readPerfData(output);
      expect(facts.sampledThreads).toBe(1);
      expect(facts.samples).toBeGreaterThan(0);
      expect(facts.namedThreads).toBe(21);
    } finally {
      await endVictim(running);
    }
  });

  it('that ends, ends the recording', async (context) => {
    const running = await startVictim(victim(context, 'threads'), '20');
    const plan = planOf({ kind: 'attach', pids: [running.pid] }, output);
    const capture = startCapture(program, plan);
    await capture.started;
    setTimeout(() => running.kill('SIGKILL'), 300);
    const { end } = recorded(await capture.outcome);
    expect(end).toBeUndefined();
    expect(readPerfData(output).features).toContain(12);
  });

  it('with 2 000 threads is recorded whole, within the limit of open files', async (context) => {
    const running = await startVictim(victim(context, 'threads'), '2000');
    try {
      const plan = planOf({ kind: 'attach', pids: [running.pid] }, output, { durationMs: 800 });
      const outcome = await runCapture(program, plan);
      if (outcome.error?.message.includes('too many open files') === true) {
        expect(outcome.error.hint).toContain('ulimit -n');
        skip(context, 'too few open files allowed');
      }
      const { counts } = recorded(outcome);
      expect(counts.lost).toBe(0);
      const facts = readPerfData(output);
      expect(facts.idCount).toBe(2001 * cpus().length);
      // Ten of them work; all of those are seen.
      expect(facts.sampledThreads).toBeGreaterThanOrEqual(5);
      expect(facts.namedThreads).toBe(2001);
    } finally {
      await endVictim(running);
    }
  });

  it('that starts threads all the time is neither missed nor counted twice', async (context) => {
    const running = await startVictim(victim(context, 'spawner'));
    try {
      const plan = planOf({ kind: 'attach', pids: [running.pid] }, output, { durationMs: 800 });
      const { counts, targetCpuNs = 0 } = recorded(await runCapture(program, plan));
      const expected = (targetCpuNs / 1e9) * 999;
      // Threads of a few milliseconds lose the rest of their last period; twice would be twice as many.
      expect(counts.samples).toBeGreaterThan(expected * 0.5);
      expect(counts.samples).toBeLessThan(expected * 1.15 + 20);
    } finally {
      await endVictim(running);
    }
  });
});

describe('many children', () => {
  it('5 000 in a row, 20 at a time, are all seen', async (context) => {
    const children = victim(context, 'children');
    const plan = planOf(launch(children, '5000', '20'), output, { rate: { frequencyHz: 4999 } });
    const { counts, end } = recorded(await runCapture(program, plan));
    expect(end).toMatchObject({ status: 0 });
    expect(counts.lost).toBe(0);
    const facts = readPerfData(output);
    expect(facts.forks).toBe(5000);
    expect(facts.exits).toBe(5001);
  });
});

function paranoid(): number {
  return Number(readFileSync('/proc/sys/kernel/perf_event_paranoid', 'utf8'));
}

async function untilSize(path: string, size: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if (existsSync(path) && readFileSync(path).length > size) return;
    await new Promise((done) => {
      setTimeout(done, 50);
    });
  }
}
