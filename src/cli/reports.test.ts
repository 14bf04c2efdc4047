import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { type FakeHostOptions, fakeHost } from './testing/fake-host.ts';

const folded = 'main;parse;read 3\nmain;parse 2\nmain;eval;parse;eval 5\nmain 1\n';
const cpu = fileURLToPath(new URL('../../fixtures/recordings/go-cpu.pb.gz', import.meta.url));
const heap = fileURLToPath(new URL('../../fixtures/recordings/go-heap.pb.gz', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plateau-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(args: readonly string[], options: FakeHostOptions = { stdin: folded }) {
  const host = fakeHost(args, options);
  const status = await runCli(host);
  return { status, ...host.written };
}

async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { out, status } = await run(args);
  expect(status).toBe(0);
  return JSON.parse(out) as Record<string, unknown>;
}

describe('top', () => {
  it('has the documented JSON', async () => {
    const top = await json('top', '-', '--json', '-n', '1');
    expect(top).toEqual({
      type: 'samples',
      unit: 'count',
      total: 11,
      samples: 11,
      rows: [
        {
          name: 'eval',
          file: '',
          line: 0,
          module: '',
          flat: 5,
          flatPercent: 45.4545,
          cum: 5,
          cumPercent: 45.4545,
          samples: 5,
          flatSamples: 5,
          inline: 'called',
        },
      ],
    });
  });

  it('says where functions are', async () => {
    const { rows } = (await json('top', cpu, '--json')) as { rows: Record<string, unknown>[] };
    const row = rows.find(({ name }) => name === 'main.report');
    expect(row).toMatchObject({
      file: 'go-cpu/main.go',
      module: expect.stringContaining('go-cpu'),
    });
    expect(row?.['line']).toBeGreaterThan(0);
  });

  it('keeps percentages of everything unless they are to be relative', async () => {
    const all = await json('top', '-', '--json', '--focus', 'read');
    expect(all).toMatchObject({ total: 11, samples: 3 });
    const relative = await json('top', '-', '--json', '--focus', 'read', '--relative-percentages');
    expect(relative).toMatchObject({ total: 3, samples: 3 });
  });

  it('converts to the unit asked for', async () => {
    const top = await json('top', heap, '--json', '--unit', 'kB', '-n', '1');
    expect(top['unit']).toBe('kB');
    const plain = await json('top', heap, '--json', '-n', '1');
    expect(plain['unit']).toBe('bytes');
    expect(top['total']).toBeCloseTo((plain['total'] as number) / 1024);
  });

  it('quotes names in CSV', async () => {
    const { out } = await run(['top', '-', '--csv'], { stdin: 'say("a,b") 2\n' });
    expect(out.split('\n')[1]).toBe('"say(""a,b"")",,0,,2,100,2,100,2,2,called');
  });

  it('writes to a file and says so', async () => {
    const path = join(folder, 'top.txt');
    const { out, err, status } = await run(['top', '-', '-o', path]);
    expect({ out, err, status }).toEqual({ out: '', err: `plateau: wrote ${path}\n`, status: 0 });
    expect(readFileSync(path, 'utf8')).toContain('eval');
  });

  it('fits names into a terminal and leaves them whole elsewhere', async () => {
    const name = `start_${'x'.repeat(200)}_end`;
    const terminal = { stdin: `${name} 1\n`, terminal: true, columns: 100, env: { NO_COLOR: '1' } };
    const { out } = await run(['top', '-'], terminal);
    expect(out).toMatch(/start_x+…x+_end/);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect((await run(['top', '-'], { stdin: `${name} 1\n` })).out).toContain(name);
  });

  it('refuses contradictions', async () => {
    for (const args of [
      ['top', '-', '--lines', '--files'],
      ['top', '-', '--normalize'],
      ['top', '-', '--base', cpu, '--diff-base', cpu],
      ['top', '-', '-i', 'nonsense'],
      ['top', '-', '-g', 'nonsense'],
      ['top', '-', '--focus', '('],
      ['top', '-', '-n', '-3'],
    ]) {
      const { status, out, err } = await run(args);
      expect({ status, out }, args.join(' ')).toEqual({ status: 2, out: '' });
      expect(err).toMatch(/^plateau: /);
    }
  });
});

describe('tree and peek', () => {
  it('have callers and callees in JSON', async () => {
    const { rows } = (await json('peek', 'read', '-', '--json')) as { rows: unknown[] };
    expect(rows).toMatchObject([
      {
        name: 'read',
        callers: [{ name: 'parse', weight: 3, percent: 100, samples: 3 }],
        callees: [],
      },
    ]);
  });

  it('fail when nothing matches', async () => {
    const { status, err } = await run(['peek', 'nothing', '-']);
    expect(status).toBe(1);
    expect(err).toContain('no function matches nothing');
  });
});

describe('list', () => {
  it('shows costs even without the source, and says why it is missing', async () => {
    const { out } = await run(['list', 'main\\.report', cpu]);
    expect(out).toContain('ROUTINE ======================== main.report in go-cpu/main.go');
    expect(out).toContain('source not found: /go-cpu/main.go (no such file)');
    expect(out).toMatch(/ \d+ms? .*\d+:\n/);
  });

  it('finds sources in --source-path', async () => {
    const programs = fileURLToPath(new URL('../../fixtures/programs', import.meta.url));
    const { functions } = (await json(
      'list',
      'main\\.report',
      cpu,
      '--source-path',
      programs,
      '--json',
    )) as {
      functions: { missing: null; lines: { text: string }[] }[];
    };
    expect(functions[0]?.missing).toBeNull();
    expect(functions[0]?.lines[0]?.text).toMatch(/\w/);
  });
});

it('traces hold labels and stacks', async () => {
  const { traces } = (await json('traces', '-', '--json')) as { traces: unknown[] };
  expect(traces[0]).toEqual({
    value: 3,
    samples: 3,
    labels: {},
    frames: [
      { name: 'read', inline: false },
      { name: 'parse', inline: false },
      { name: 'main', inline: false },
    ],
  });
  const { out } = await run(['traces', '-', '--csv']);
  expect(out).toBe(
    'value,samples,labels,stack\n3,3,,main;parse;read\n2,2,,main;parse\n5,5,,main;eval;parse;eval\n1,1,,main\n',
  );
});

it('tags come with their weights', async () => {
  const { tags } = (await json('tags', cpu, '--json')) as { tags: { key: string }[] };
  expect(tags.map(({ key }) => key)).toEqual(['phase', 'request']);
  expect((await run(['tags', '-'])).err).toBe('plateau: the samples carry no labels\n');
});

it('raw holds everything, by reference', async () => {
  const raw = (await json('raw', cpu, '--json')) as {
    samples: { values: number[]; locations: number[]; labels: unknown[] }[];
    locations: { lines: { name: string }[]; mapping: number }[];
    mappings: { file: string }[];
  };
  expect(raw.samples).toHaveLength(531);
  const nanoseconds = raw.samples.map(({ values }) => values[1] ?? 0);
  expect(nanoseconds.reduce((sum, value) => sum + value, 0)).toBe(5_460_000_000);
  const leaf = raw.locations[raw.samples[0]?.locations[0] ?? -1];
  expect(leaf?.lines[0]?.name).toMatch(/\w/);
  expect(raw.mappings[leaf?.mapping ?? -1]?.file).toContain('go-cpu');
});

describe('info', () => {
  it('describes the file, its wrappers and its contents', async () => {
    const info = await json('info', cpu, '--json');
    expect(info).toMatchObject({
      format: 'pprof',
      wrappers: ['gzip'],
      events: expect.any(Array) as unknown,
      threads: 0,
      labelKeys: expect.arrayContaining(['phase', 'request']) as unknown,
      health: { lostSamples: 0, diagnostics: [] },
    });
    expect(info['samples']).toBe(546);
    expect(info['durationNs']).toBeGreaterThan(3e9);
    expect((await run(['info', cpu])).out).toContain('health: nothing lost, nothing unread');
  });

  it('gives a list for several files', async () => {
    const { out } = await run(['info', cpu, heap, '--json']);
    expect(JSON.parse(out)).toHaveLength(2);
  });
});

it('several files are added up', async () => {
  const path = join(folder, 'more.folded');
  writeFileSync(path, 'main 9\n');
  expect(await json('top', '-', path, '--json')).toMatchObject({ total: 20 });
});
