import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { fakeHost } from '../../src/cli/testing/fake-host.ts';
import { openProfile } from '../../src/load/index.ts';
import { frameName, framesOf, type Profile, type StackIndex } from '../../src/profile/index.ts';
import { skip } from './requires.ts';

const programs = fileURLToPath(new URL('../../fixtures/programs/', import.meta.url));

/** A folder for compiled programs and what perf makes of them. */
export class PerfFolder implements Disposable {
  readonly path: string = mkdtempSync(join(tmpdir(), 'plateau-perf-'));

  compile(source: string, ...flags: readonly string[]): string {
    const program = join(this.path, 'program');
    const args = ['-O1', '-g', '-fno-omit-frame-pointer', ...flags, '-o', program];
    this.run('cc', ...args, join(programs, source));
    return program;
  }

  /** Skips where this machine does not let us record. */
  record(context: TestContext, args: readonly string[], command: readonly string[]): string {
    const file = join(this.path, 'perf.data');
    const all = ['record', '-q', '-o', file, ...args, '--', ...command];
    const done = spawnSync('perf', all, { cwd: this.path, timeout: 60_000 });
    if (done.status !== 0) skip(context, `perf record: ${done.stderr.toString().slice(0, 200)}`);
    return file;
  }

  run(tool: string, ...args: readonly string[]): string {
    const done = spawnSync(tool, args, { cwd: this.path, timeout: 60_000, maxBuffer: 2 ** 28 });
    if (done.status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${done.stderr.toString()}`);
    return done.stdout.toString();
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export async function readPerfData(file: string, timeline = true): Promise<Profile> {
  return (await openProfile(fakeHost([]), file, { timeline })).profile;
}

/** Names of a sample's stack, the leaf first. */
export function stackNames(profile: Profile, row: number): string[] {
  const stack = profile.samples.stack[row] as number;
  if (stack < 0) return [];
  return framesOf(profile, stack as StackIndex)
    .map((frame) => frameName(profile, frame))
    .reverse();
}

export function valuesOf(profile: Profile, name: string): Float64Array {
  const index = profile.valueTypes.findIndex((type) => type.name === name);
  return profile.samples.values[index] ?? new Float64Array(profile.samples.length);
}
