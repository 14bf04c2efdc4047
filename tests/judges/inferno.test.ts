import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { folded } from '../../src/formats/folded/index.ts';
import { perfScript } from '../../src/formats/perf-script/index.ts';
import { readText, writeText } from '../../src/formats/testing/read-text.ts';
import { defaultValueType } from '../../src/profile/index.ts';
import { findTool, requires } from './requires.ts';

const recordings = fileURLToPath(new URL('../../fixtures/recordings/', import.meta.url));
const names = readdirSync(recordings).filter((name) => name.endsWith('.perf-script.txt.gz'));

/**
 * Recordings in which inferno loses stacks, each explained in src/formats/perf-script/README.md:
 * it takes a tracepoint's text for a stack of one line, and needs an image and a pid on every line.
 */
const unreadByInferno = [
  'rust-words-switches.perf-script.txt.gz',
  'cpp-orders-srcline.perf-script.txt.gz',
  'cpp-orders-symbols-only.perf-script.txt.gz',
];

function run(tool: string, args: readonly string[], input: Uint8Array | string): string {
  const done = spawnSync(findTool(tool) ?? tool, args, { input, maxBuffer: 2 ** 28 });
  if (done.status !== 0) throw new Error(`${tool}: ${done.stderr.toString()}`);
  return done.stdout.toString();
}

const sortedLines = (text: string): string[] => text.trimEnd().split('\n').sort();
const totalOf = (text: string): number =>
  sortedLines(text).reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);

describe('perf script → folded', () => {
  const itWithInferno = requires('inferno-collapse-perf');

  for (const name of names.filter((each) => !unreadByInferno.includes(each))) {
    itWithInferno(`${name} gives the lines of inferno-collapse-perf`, async () => {
      const text = gunzipSync(readFileSync(`${recordings}${name}`));
      const profile = await readText(perfScript, text, { timeline: false, addresses: false });
      // Of several events inferno takes the first it meets; ours by default the one of CPU time.
      const first = `${profile.meta.events[0]}-period`;
      const weighed = profile.valueTypes.findIndex((type) => type.name === first);
      const ours = await writeText(folded, profile, Math.max(0, weighed));
      expect(sortedLines(ours)).toEqual(sortedLines(run('inferno-collapse-perf', [], text)));
      expect(profile.meta.health.diagnostics).toEqual([]);
    });
  }

  itWithInferno('loses nothing where inferno does', async () => {
    for (const name of unreadByInferno) {
      const text = gunzipSync(readFileSync(`${recordings}${name}`));
      const profile = await readText(perfScript, text, { timeline: false });
      const samples = profile.samples.count?.reduce((sum, count) => sum + count, 0);
      const eventLines = text.toString().match(/^\S.*: *$|^\S.*sched_switch: /gm) ?? [];
      expect(samples, name).toBe(eventLines.length);
      expect(profile.meta.health.diagnostics, name).toEqual([]);
      // It may also fail altogether, then with nothing on standard output.
      const tool = findTool('inferno-collapse-perf') ?? '';
      const theirs = spawnSync(tool, ['-q'], { input: text }).stdout.toString();
      const ours = await writeText(folded, profile, defaultValueType(profile));
      expect(ours.split(/[;\n]/).length, name).toBeGreaterThan(theirs.split(/[;\n]/).length);
    }
  });
});

describe('folded files', () => {
  const itWithInferno = requires('inferno-flamegraph');

  itWithInferno('written by Plateau give inferno-flamegraph the same total', async () => {
    for (const name of names) {
      const text = gunzipSync(readFileSync(`${recordings}${name}`));
      const profile = await readText(perfScript, text, { timeline: false });
      const lines = await writeText(folded, profile, defaultValueType(profile));
      const picture = run('inferno-flamegraph', [], lines);
      const total = /<title>all \(([\d,]+) samples/.exec(picture)?.[1]?.replaceAll(',', '');
      expect(Number(total), name).toBe(totalOf(lines));
    }
  });

  const itWithDiff = requires('inferno-diff-folded');
  itWithDiff('written by inferno-diff-folded are read as a difference', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plateau-diff-'));
    try {
      writeFileSync(`${folder}/before`, 'main;a 10\nmain;b 5\n');
      writeFileSync(`${folder}/after`, 'main;a 20\nmain;c 1\n');
      const text = run('inferno-diff-folded', [`${folder}/before`, `${folder}/after`], '');
      const profile = await readText(folded, text);
      expect(profile.valueTypes.map((type) => type.name)).toEqual(['base', 'new']);
      expect(sortedLines(await writeText(folded, profile, 0))).toEqual(sortedLines(text));
      expect(profile.samples.values.map((column) => column.reduce((a, b) => a + b))).toEqual([
        15, 21,
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
