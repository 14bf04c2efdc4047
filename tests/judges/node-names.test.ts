import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { removePerfMaps } from '../../src/platform/jit-files.ts';
import { type FrameIndex, frameFile, frameName } from '../../src/profile/index.ts';
import { finishProfile } from '../../src/record/native/finish-profile.ts';
import { runtimeTarget } from '../../src/record/native/runtime-target.ts';
import { PerfFolder, readPerfData, stackNames } from './perf-recordings.ts';
import { requires } from './requires.ts';

const script = fileURLToPath(
  new URL('../../fixtures/programs/node-shares/shares.js', import.meta.url),
);

describe('a Node program that perf recorded', () => {
  requires('perf')('has its functions by name, file and line', async (context) => {
    using folder = new PerfFolder();
    const startedAtMs = Date.now();
    const command = [process.execPath, script, '20'];
    const { environment } = runtimeTarget(command, { cwd: folder.path, env: process.env });
    const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    const args = ['-F', '999', '-g', '-e', 'cpu-clock'];
    const file = folder.record(context, args, ['env', ...settings, ...command]);
    const profile = finishProfile(await readPerfData(file), { sources: true });
    const theirs = folder.run('perf', 'script', '-i', file, '--no-inline', '-F', 'ip,sym');
    removePerfMaps(profile.threads.pid, startedAtMs, folder.path);

    const stacks = Array.from({ length: profile.samples.length }, (_, row) =>
      stackNames(profile, row),
    );
    const ours = (name: string): number => stacks.filter((names) => names.includes(name)).length;
    for (const name of ['seventy', 'thirty', 'work']) {
      const pattern = new RegExp(`^\\s*[0-9a-f]+ (?:JS|LazyCompile):[~^+*]?${name} `, 'm');
      const perfs = theirs.split('\n\n').filter((stack) => pattern.test(stack)).length;
      expect(perfs, name).toBeGreaterThan(20);
      expect(ours(name), name).toBe(perfs);
    }
    // Inlined by the optimizer or not, the callers stand on the stack.
    const both = ours('seventy') + ours('thirty');
    const fiveSigma = 5 * Math.sqrt((0.7 * 0.3) / both);
    expect(Math.abs(ours('seventy') / both - 0.7)).toBeLessThan(0.03 + fiveSigma);

    const frames = Array.from(profile.frames.function.keys(), (row) => row as FrameIndex);
    const places = frames.map(
      (frame) =>
        `${frameName(profile, frame)} ${frameFile(profile, frame)}:${profile.frames.line[frame]}`,
    );
    expect(places).toContain(`work ${script}:5`);
    expect(profile.sources.some(({ text }) => text.includes('function seventy'))).toBe(true);
    expect(stacks.flat().filter((name) => name.startsWith('Builtins_JSEntry'))).toEqual([]);
    // Nothing is left behind.
    const pid = profile.threads.pid[0];
    expect(existsSync(`/tmp/perf-${pid}.map`)).toBe(false);
  });
});
