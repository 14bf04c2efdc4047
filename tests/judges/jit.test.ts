import { rmSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { textAt } from '../../src/profile/index.ts';
import { PerfFolder, readPerfData, stackNames } from './perf-recordings.ts';
import { requires } from './requires.ts';

const names = ['alpha', 'beta', 'gamma'];

function counts(leaves: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    names.map((name) => [name, leaves.filter((leaf) => leaf === name).length]),
  );
}

describe('code made at run time', () => {
  const itWithPerf = requires('perf', 'cc');

  itWithPerf('has the names of a jitdump that perf inject --jit gives', async (context) => {
    using folder = new PerfFolder();
    const program = folder.compile('jit-writer/jit-writer.c');
    const file = folder.record(context, ['-k', 'mono', '-F', '4999', '-g'], [program, 'dump']);
    const profile = await readPerfData(file);
    const rows = Array.from({ length: profile.samples.length }, (_, row) => row);
    const ours = counts(rows.map((row) => stackNames(profile, row)[0] ?? ''));

    folder.run('perf', 'inject', '--jit', '-i', file, '-o', 'injected.data');
    const script = folder.run('perf', 'script', '-i', 'injected.data', '-G', '-F', 'ip,sym');
    const theirs = counts(script.split('\n').map((line) => line.trim().split(' ')[1] ?? ''));
    expect(ours).toEqual(theirs);
    for (const name of names) expect(ours[name], name).toBeGreaterThan(20);
    // Alpha and gamma are one address with two names; the loop is the line behind the first.
    const { functions, frames } = profile;
    const lines = Array.from(frames.function, (called, frame) => {
      const name = called < 0 ? '' : textAt(profile, functions.name[called] as number);
      return `${name} ${textAt(profile, functions.file[called] ?? 0)}:${frames.line[frame]}`;
    });
    expect(lines).toContain('alpha jit-source.txt:11');
    expect(lines).toContain('gamma jit-source.txt:31');
  });

  itWithPerf('has the names of a perf map that perf script gives', async (context) => {
    using folder = new PerfFolder();
    const program = folder.compile('jit-writer/jit-writer.c');
    const file = folder.record(context, ['-F', '4999', '-g'], [program, 'map']);
    const profile = await readPerfData(file);
    const pid = profile.threads.pid[0];
    const script = folder.run('perf', 'script', '-i', file, '-G', '-F', 'ip,sym');
    rmSync(`/tmp/perf-${pid}.map`);
    const theirs = counts(script.split('\n').map((line) => line.trim().split(' ')[1] ?? ''));
    const rows = Array.from({ length: profile.samples.length }, (_, row) => row);
    const ours = counts(rows.map((row) => stackNames(profile, row)[0] ?? ''));
    expect(ours).toEqual(theirs);
    expect(ours['alpha']).toBeGreaterThan(20);
    expect(ours['beta']).toBeGreaterThan(10);
  });
});
