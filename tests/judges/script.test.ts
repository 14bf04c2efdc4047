import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeHost } from '../../src/cli/testing/fake-host.ts';
import { PerfFolder } from './perf-recordings.ts';
import { findTool, requires } from './requires.ts';

const recordings = fileURLToPath(new URL('../../fixtures/recordings/', import.meta.url));

function collapsed(text: Uint8Array | string): string[] {
  const tool = findTool('inferno-collapse-perf') ?? '';
  const done = spawnSync(tool, ['--all'], { input: text, maxBuffer: 2 ** 28 });
  expect(done.status, done.stderr.toString()).toBe(0);
  return done.stdout.toString().trimEnd().split('\n').sort();
}

describe('plateau script', () => {
  for (const name of ['rust-words', 'cpp-orders', 'cpp-orders-inlined', 'go-build']) {
    requires('inferno-collapse-perf')(
      `inferno-collapse-perf finds in it the stacks that perf script has: ${name}`,
      async () => {
        const text = gunzipSync(readFileSync(`${recordings}${name}.perf-script.txt.gz`));
        const host = fakeHost(['script', '-', '-q'], { stdin: text });
        expect(await runCli(host)).toBe(0);
        const ours = collapsed(host.written.out);
        expect(ours).toEqual(collapsed(text));
        expect(ours.length).toBeGreaterThan(5);
      },
    );
  }

  requires('perf', 'cc')(
    'has the samples that perf script has of the same file',
    async (context) => {
      using folder = new PerfFolder();
      const program = folder.compile('sleepy/sleepy.c', '-pthread');
      const events = ['-e', 'cpu-clock', '-e', 'page-faults'];
      const file = folder.record(context, ['-F', '1999', '-g', ...events], [program]);
      const host = fakeHost(['script', file, '-q', '--no-inline', '-F', 'comm,tid,event,ip,sym']);
      expect(await runCli(host)).toBe(0);
      const fields = 'comm,tid,event,ip,sym';
      const theirs = folder.run('perf', 'script', '-i', file, '--no-inline', '-F', fields);
      const [ours, perfs] = [samplesOf(host.written.out), samplesOf(theirs)];
      expect(ours.length).toBeGreaterThan(100);
      expect(heads(ours)).toEqual(heads(perfs));
      // The dynamic loader has no frame pointers, and several names for one address.
      const alike = ours.filter((sample, row) => sample === perfs[row]).length;
      expect(alike / ours.length).toBeGreaterThan(0.95);
    },
  );
});

const heads = (samples: readonly string[]): string[] =>
  samples.map((sample) => sample.split(';')[0] ?? '');

/** Per sample thread, event and names; perf's addresses count from the image, ours from zero. */
function samplesOf(text: string): string[] {
  return text.split(/\n\s*\n/).flatMap((block) => {
    const [head = '', ...frames] = block.split('\n');
    if (head.trim() === '') return [];
    const names = frames.map((line) => line.trim().replace(/^[0-9a-f]+ /, ''));
    return [[head.trim().replace(/\s+/g, ' '), ...names.map(plainName)].join(';')];
  });
}

/** glibc has several names for one address; which is taken is each tool's own choice. */
function plainName(name: string): string {
  return name.replace(/^_+/, '').replace(/@.*$/, '');
}
