import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeHost } from '../../src/cli/testing/fake-host.ts';
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
});
