import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { fakeHost } from './testing/fake-host.ts';

const before = 'main;parse;read 300\nmain;parse 200\nmain;old 100\nmain;eval 400\n';
const after = 'main;parse;read 900\nmain;parse 210\nmain;fresh 90\nmain;eval 400\n';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diff-'));
  await writeFile(join(folder, 'before.folded'), before);
  await writeFile(join(folder, 'after.folded'), after);
});
afterAll(() => rm(folder, { recursive: true }));

async function plateau(
  args: readonly string[],
  options: Parameters<typeof fakeHost>[1] = {},
): Promise<{ status: number; out: string; err: string }> {
  const paths = args.map((word) => word.replace(/^@/, `${folder}/`));
  const host = fakeHost(paths, options);
  const status = await runCli(host);
  return { status, ...host.written };
}

describe('plateau diff', () => {
  it('begins with the answer', async () => {
    const { status, out } = await plateau(['diff', '@before.folded', '@after.folded'], {
      columns: 100,
      terminal: true,
      env: { NO_COLOR: '1' },
    });
    expect(status).toBe(0);
    expect(out.split('\n').slice(0, 10)).toEqual([
      'read takes 600 more (300 → 900).',
      '1 grew, 1 is new, 1 is gone; 1 not distinguishable from noise.',
      'samples 1000 → 1600 (+60.0%), self, compared as measured; 1,000 and 1,600 samples',
      'The totals differ: if the recordings are of unequal length, use --normalize.',
      '',
      '   base  new  change  95% interval  ratio    samples  function',
      '    300  900    +600   +532 … +668  ×3.00  300 → 900  read',
      '    100    0    -100    -120 … -80   gone    100 → 0  old',
      '      0   90     +90    +71 … +109    new     0 → 90  fresh',
      '~   200  210     +10     -30 … +50  ×1.05  200 → 210  parse',
    ]);
  });

  it('prints one JSON value', async () => {
    const { out } = await plateau(['diff', '@before.folded', '@after.folded', '--json']);
    const diff = JSON.parse(out);
    expect(diff).toMatchObject({
      type: 'samples',
      unit: 'count',
      normalized: false,
      measure: 'self',
      totals: { base: 1000, new: 1600, baseSamples: 1000, newSamples: 1600 },
      summary: { grew: 1, shrank: 0, new: 1, removed: 1, noise: 1 },
    });
    expect(diff.rows[0]).toMatchObject({
      name: 'read',
      status: 'changed',
      noise: false,
      base: 300,
      new: 900,
      delta: 600,
      ratio: 3,
      basePercent: 30,
      newPercent: 56.25,
      total: { base: 300 },
    });
  });

  it('prints CSV of one kind of rows', async () => {
    const args = ['diff', '@before.folded', '@after.folded', '--csv', '--only', 'new'];
    const { out } = await plateau([...args, '--normalize']);
    const [head, row] = out.split('\n');
    expect(head?.startsWith('name,module,status,noise,base,new,delta')).toBe(true);
    expect(row?.startsWith('fresh,,new,false,0,56.25,56.25,')).toBe(true);
  });

  it('reads standard input and applies the view flags to both sides', async () => {
    const { out } = await plateau(['diff', '-', '@after.folded', '--focus', 'read', '--csv'], {
      stdin: before,
    });
    expect(out.split('\n').map((line) => line.split(',')[0])).toEqual(['name', 'read', '']);
  });

  it.each([
    [['--fail-on', 'regression'], 3],
    [['--fail-on', 'regression=50'], 3],
    [['--fail-on', 'regression=70'], 0],
    [['--fail-on', 'slowness'], 2],
    [['--absolute', '--normalize'], 2],
  ])('%j ends with %d', async (flags, expected) => {
    const { status } = await plateau(['diff', '@before.folded', '@after.folded', ...flags]);
    expect(status).toBe(expected);
  });

  it('draws both sides as one flame graph', async () => {
    const svg = join(folder, 'diff.svg');
    const { status } = await plateau(['diff', '@before.folded', '@after.folded', '--svg', svg]);
    expect(status).toBe(0);
    const text = await readFile(svg, 'utf8');
    for (const name of ['fresh', 'old', 'read']) expect(text).toContain(name);
  });
});

describe('plateau merge', () => {
  it('sums what is alike', async () => {
    const { status, out, err } = await plateau([
      'merge',
      '@before.folded',
      '@after.folded',
      '--to',
      'folded',
      '-o',
      '-',
    ]);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out.split('\n').sort().filter(Boolean)).toEqual([
      'main;eval 800',
      'main;fresh 90',
      'main;old 100',
      'main;parse 410',
      'main;parse;read 1200',
    ]);
  });

  it('writes a container that reads back equal', async () => {
    const file = join(folder, 'all.plateau');
    expect((await plateau(['merge', '@before.folded', '@after.folded', '-o', file])).status).toBe(
      0,
    );
    const { out } = await plateau(['diff', file, file, '--json']);
    expect(JSON.parse(out).totals).toEqual({
      base: 2600,
      new: 2600,
      baseSamples: 2600,
      newSamples: 2600,
    });
  });

  it.each([
    [['merge', '@before.folded', '-o', '@out.unknown'], 2],
    [['merge', '-', '-', '-o', '-', '--to', 'folded'], 2],
    [['merge', '@missing.folded', '-o', '-', '--to', 'folded'], 1],
  ])('%j ends with %d', async (args, expected) => {
    expect((await plateau(args)).status).toBe(expected);
  });
});
