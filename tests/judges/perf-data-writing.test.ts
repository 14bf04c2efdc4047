import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, type TestContext } from 'vitest';
import { fakeHost } from '../../src/cli/testing/fake-host.ts';
import { openProfile } from '../../src/load/index.ts';
import { cpuClock, pageFaults, planOf, tracepoint } from '../../src/record/native/testing/plans.ts';
import {
  buildCapture,
  type CaptureOutcome,
  runCapture,
} from '../../src/record/native/testing/run-capture.ts';
import { compileVictim, endVictim, startVictim } from '../../src/record/native/testing/victims.ts';
import { requires, skip } from './requires.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const itWithPerf = requires('perf', 'cc');
let folder = '';
let program = '';
let busy = '';
let output = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-writing-'));
  program = await buildCapture(resolve(root, `.build/writing-${process.pid}`));
  busy = compileVictim('busy', folder);
  output = join(folder, 'out.data');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(resolve(root, `.build/writing-${process.pid}`), { recursive: true, force: true });
});

function perf(...args: string[]): string {
  return execFileSync('perf', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 28,
    timeout: 100_000,
  });
}

/** Share of a symbol in percent, as `perf report` prints it. */
function shareOf(symbol: string, ...options: string[]): number {
  const text = perf('report', '-i', output, '--stdio', '--no-inline', '-g', 'none', ...options);
  const line = text.split('\n').find((each) => each.includes(`] ${symbol}`));
  return Number.parseFloat(line?.trim() ?? 'NaN');
}

function recorded(outcome: CaptureOutcome): NonNullable<CaptureOutcome['captured']> {
  expect(outcome.error).toBeUndefined();
  expect(outcome.captured, outcome.stderr).toBeDefined();
  return outcome.captured as NonNullable<CaptureOutcome['captured']>;
}

function countSamples(): number {
  return perf('script', '-i', output, '-F', 'comm').split('\n').filter(Boolean).length;
}

function needsRoot(context: TestContext): void {
  if (process.getuid?.() !== 0) skip(context, 'needs root');
}

function needsTracefs(context: TestContext): void {
  needsRoot(context);
  if (!existsSync('/sys/kernel/tracing/events/sched')) skip(context, 'needs tracefs');
}

describe('perf reads what we record', () => {
  const launchBusy = { kind: 'launch', command: [] as string[] } as const;
  const launch = (...args: string[]) => ({ ...launchBusy, command: [busy, ...args] });

  itWithPerf('of frame-pointer chains', async () => {
    const { counts, end } = recorded(await runCapture(program, planOf(launch('0.5'), output)));
    expect(end).toMatchObject({ status: 0 });
    expect(countSamples()).toBe(counts.samples);
    expect(shareOf('burn_inner', '--no-children')).toBeGreaterThan(90);
    expect(shareOf('main', '--children')).toBeGreaterThan(90);
    const { profile } = await openProfile(fakeHost([]), output, { timeline: true });
    expect(profile.samples.length).toBe(counts.samples);
    expect(profile.meta.health.diagnostics.map(({ code }) => code)).not.toContain('cut-section');
    expect(profile.meta.host).not.toBe('');
  });

  itWithPerf('as often as the processor time demands', async () => {
    const outcome = await runCapture(program, planOf(launch('0.7', '2'), output));
    const { counts } = recorded(outcome);
    const ours = counts.samples / (Number(outcome.stdout) * 999);
    const options = ['-q', '-F', '999', '-g', '-e', 'cpu-clock', '-o', join(folder, 'theirs.data')];
    const said = perf('record', ...options, busy, '0.7', '2');
    const samples = perf('script', '-i', join(folder, 'theirs.data'), '-F', 'comm').split('\n');
    const theirs = samples.filter(Boolean).length / (Number(said) * 999);
    expect(counts.lost).toBe(0);
    // A busy machine delays timers, and not alike; what is lost or counted twice is far more.
    expect(Math.abs(ours - theirs), `${ours} against ${theirs}`).toBeLessThan(0.1);
  });

  itWithPerf('of copied stacks, which it unwinds', async () => {
    const callGraph = { mode: 'dwarf', stackBytes: 8192 } as const;
    recorded(await runCapture(program, planOf(launch('0.3'), output, { callGraph })));
    expect(shareOf('burn_outer', '--children')).toBeGreaterThan(90);
    expect(shareOf('main', '--children')).toBeGreaterThan(90);
  });

  itWithPerf('with everything its header tells', async () => {
    const options = { version: 'plateau 1.2.3' };
    const commandLine = ['plateau', 'record', '--', 'a b'];
    await runCapture(program, planOf(launch('0.2'), output, { commandLine }), options);
    const header = perf('report', '--header-only', '-i', output);
    for (const line of [
      /^# hostname : \S+$/m,
      /^# os release : \S+$/m,
      /^# perf version : plateau 1\.2\.3$/m,
      /^# arch : \S+$/m,
      /^# nrcpus online : \d+$/m,
      /^# cpudesc : .+$/m,
      /^# total memory : \d+ kB$/m,
      /^# cmdline : plateau record -- a b $/m,
      /^# event : name = cpu-clock, , id = \{ \d+.*sample_freq \} = 999/m,
      /^# time of first sample : [1-9]/m,
      /^# clockid: monotonic \(1\)$/m,
      /^# reference time: 20\d\d-/m,
    ]) {
      expect(header).toMatch(line);
    }
    expect(header).not.toMatch(/missing features:.*BUILD_ID/);
    const ids = perf('buildid-list', '-i', output);
    expect(ids).toMatch(new RegExp(`^[0-9a-f]{40} .*${busy}$`, 'm'));
    expect(ids).toContain('[kernel.kallsyms]');
  });

  itWithPerf('of several events, each by itself', async () => {
    const events = [cpuClock, pageFaults];
    // The shell waits for its child: a program that only runs may keep its CPU to the end.
    const command = ['sh', '-c', `'${busy}' 0.2; true`];
    const { counts } = recorded(
      await runCapture(
        program,
        planOf({ kind: 'launch', command }, output, { events, offCpu: true }),
      ),
    );
    const report = perf('report', '-i', output, '--stdio', '-g', 'none');
    expect(report).toMatch(/Samples: \d+K? +of event 'cpu-clock'/);
    expect(report).toMatch(/Samples: \d+K? +of event 'page-faults'/);
    expect(countSamples()).toBe(counts.samples);
    const switches = perf('script', '-i', output, '--show-switch-events');
    expect(switches).toContain('PERF_RECORD_SWITCH OUT');
  });

  itWithPerf('of tracepoints, with their fields', async (context) => {
    needsTracefs(context);
    const events = [tracepoint('sched', 'sched_process_exec'), cpuClock];
    recorded(await runCapture(program, planOf(launch('0.05'), output, { events })));
    const text = perf('script', '-i', output);
    expect(text).toContain(`sched:sched_process_exec: filename=${busy} pid=`);
    expect(text).toContain('cpu-clock:');
  });

  itWithPerf('of the occurrences that a filter takes', async (context) => {
    needsTracefs(context);
    const fork = tracepoint('sched', 'sched_process_fork');
    const script = 'true & true & true & wait';
    const plan = (filter: string) =>
      planOf({ kind: 'launch', command: ['sh', '-c', script] }, output, {
        events: [{ ...fork, filter }],
      });
    expect(recorded(await runCapture(program, plan('child_pid > 0'))).counts.samples).toBe(3);
    expect(recorded(await runCapture(program, plan('child_pid == 0'))).counts.samples).toBe(0);
    const { error } = await runCapture(program, plan('nonesuch == 1'));
    expect(error?.message).toContain('does not take the filter of sched:sched_process_fork');
  });

  itWithPerf('of a process that was already running', async () => {
    const victim = await startVictim(compileVictim('threads', folder), '400');
    try {
      const target = { kind: 'attach', pids: [victim.pid] } as const;
      const { counts } = recorded(
        await runCapture(program, planOf(target, output, { durationMs: 700 })),
      );
      expect(counts.samples).toBeGreaterThan(0);
      expect(shareOf('work', '--no-children')).toBeGreaterThan(50);
      expect(perf('script', '-i', output, '-F', 'comm')).toMatch(/^\s*threads/);
    } finally {
      await endVictim(victim);
    }
  });

  itWithPerf('of the whole system', async (context) => {
    needsRoot(context);
    const victim = await startVictim(compileVictim('spawner', folder));
    try {
      const plan = planOf({ kind: 'system' }, output, { durationMs: 500 });
      const { counts } = recorded(await runCapture(program, plan));
      expect(countSamples()).toBe(counts.samples);
      // Of the spawner alone: perf takes half a minute for the symbols of everything that ran.
      const options = ['--comms', 'spawner', '--no-inline', '-G', '-F', 'comm,ip,sym'];
      expect(perf('script', '-i', output, ...options)).toMatch(/^\s*spawner .* brief$/m);
    } finally {
      await endVictim(victim);
    }
  });

  itWithPerf('of a control group', async (context) => {
    needsRoot(context);
    const mount = /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1];
    if (mount === undefined) skip(context, 'needs cgroup version 2');
    const name = `plateau-${process.pid}`;
    const group = join(mount ?? '', name);
    const victim = await startVictim(compileVictim('spawner', folder));
    mkdirSync(group);
    try {
      writeFileSync(join(group, 'cgroup.procs'), String(victim.pid));
      const plan = planOf({ kind: 'cgroup', path: name }, output, { durationMs: 400 });
      const { counts } = recorded(await runCapture(program, plan));
      expect(counts.samples).toBeGreaterThan(0);
      const lines = perf('script', '-i', output, '-F', 'comm,pid').split('\n').filter(Boolean);
      // The kernel has no number any more for a thread that is being reaped, and nobody told the name of
      // one that began after the others were listed and before the events were open.
      const nameless = / :-?\d+ +/;
      const known = lines.filter((line) => !nameless.test(line)).map((line) => line.trim());
      expect(known.filter((line) => !line.startsWith('spawner '))).toEqual([]);
      const pids = new Set(lines.map((line) => line.trim().split(/ +/).at(-1)));
      pids.delete('-1');
      expect(pids).toEqual(new Set([String(victim.pid)]));
    } finally {
      await endVictim(victim);
      rmdirSync(group);
    }
  });

  itWithPerf('after a delay, with all that was mapped before', async () => {
    const plan = planOf(launch('0.4'), output, { delayMs: 100 });
    recorded(await runCapture(program, plan));
    expect(shareOf('burn_inner', '--no-children')).toBeGreaterThan(80);
  });
});
