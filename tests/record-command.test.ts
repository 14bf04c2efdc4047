import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Run, runPlateau } from './running-plateau.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-record-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function plateau(args: readonly string[], during?: (child: ChildProcess) => void): Promise<Run> {
  return runPlateau(args, { cwd: folder, ...(during !== undefined && { during }) });
}

function program(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

/** A second of CPU time: long enough for the thread that watches signals to start. */
const busy = `
  let sink = 0;
  function burn(ms) {
    const end = process.cpuUsage().user + ms * 1000;
    do for (let i = 0; i < 1e6; i++) sink += i;
    while (process.cpuUsage().user < end);
  }
  burn(1000);
  console.log('ready');`;

describe('plateau record --engine v8', () => {
  it('passes output and status through and says what to do next', async () => {
    program('ends.cjs', `${busy} console.error('oh'); process.exit(3)`);
    const run = await plateau([
      'record',
      '--engine',
      'v8',
      '-o',
      'ends.plateau',
      '--',
      'node',
      'ends.cjs',
      '-o',
      'x',
    ]);
    expect(run.status).toBe(3);
    expect(run.stdout).toBe('ready\n');
    expect(run.stderr).toMatch(
      /^oh\nplateau: [\d,]+ samples in \d+\.\d\d s → ends\.plateau \([\d.]+ KiB\)\n(?: {2}few samples.*\n)? {2}next: plateau top ends\.plateau\n$/,
    );
    const top = await plateau(['top', 'ends.plateau', '--json']);
    const { rows } = JSON.parse(top.stdout) as { rows: { name: string }[] };
    expect(rows[0]?.name).toBe('burn');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('saves when Plateau alone gets %s', async (signal) => {
    program('loops.cjs', `${busy} for (;;);`);
    const file = `${signal}.cpuprofile`;
    const run = await plateau(
      ['record', '--engine', 'v8', '-o', file, '--', 'node', 'loops.cjs'],
      (child) => {
        child.kill(signal);
      },
    );
    expect(run.status).toBe(signal === 'SIGINT' ? 130 : 143);
    expect(run.stderr).toContain(`the program was ended by ${signal}; its samples are saved`);
    expect(readFileSync(join(folder, file), 'utf8')).toContain('"functionName":"burn"');
  });

  it('says that a program was killed', async () => {
    program('killed.cjs', `${busy} process.kill(process.pid, 'SIGKILL')`);
    const run = await plateau(['record', '--engine', 'v8', '--', 'node', 'killed.cjs']);
    expect(run.status).toBe(137);
    expect(run.stderr).toContain(
      'the program was killed (SIGKILL); up to 5 s before that are missing',
    );
  });

  it.each([
    [['record', '--engine', 'v8'], 'no program to record'],
    [['record', '--engine', 'v8', '--', 'ls'], 'ls is not a Node program'],
    [['record', '--engine', 'v8', '-p', '1'], 'has no -p'],
    [['record', '--engine', 'v8', '-e', 'cycles', '--', 'node', 'x'], 'has no -e'],
    [['record', '--engine', 'dtrace', '--', 'node', 'x'], '--engine dtrace: allowed choices'],
    [['record', '--engine', 'v8', '-F', '50000', '--', 'node', 'x'], "more than V8's profiler can"],
    [['record', '-F', 'fast', '--', 'node', 'x'], '-F fast is not a number'],
    [['record', '-o', '-', '--', 'node', 'x'], 'standard output belongs to the recorded program'],
    [['record', '--engine', 'v8', '-o', 'x.unknown', '--', 'node', 'x'], 'no format is known'],
  ])('refuses %j', async (args, message) => {
    const run = await plateau(args);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain(message);
  });

  it('finds out before the program runs that it cannot write', async () => {
    program('runs.cjs', "require('node:fs').writeFileSync('ran', '')");
    const run = await plateau(['record', '-o', 'no/such/x.plateau', '--', 'node', 'runs.cjs']);
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('cannot write no/such/x.plateau');
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});
