import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { detectFormat } from '../../formats/index.ts';
import { readText } from '../../formats/testing/read-text.ts';
import { profileFromPicture } from '../../profile/testing/picture.ts';
import { explored, scopeOf } from '../testing/explored.ts';
import { answerExport, type ExportFormat, type ExportRequest, exportFormats } from './export.ts';

const profile = profileFromPicture(`
  main   main   main
  parse  parse  eval
  read
  3      2      1`);

const request: Omit<ExportRequest, 'format'> = {
  scope: scopeOf(0, { transforms: ['drop:eval'] }),
  base: null,
  normalize: false,
  measure: 'self',
  shape: { direction: 'top-down', order: 'name', by: 'functions' },
  look: { title: 'what I see' },
};

async function exported(format: ExportFormat, more: Partial<ExportRequest> = {}): Promise<string> {
  const file = await answerExport(explored(profile), { ...request, ...more, format });
  return new TextDecoder().decode(file.bytes);
}

it('writes what is left after the transforms', async () => {
  expect(await exported('folded')).toBe('main;parse 2\nmain;parse;read 3\n');
  const csv = (await exported('csv')).split('\n');
  expect(csv[1]).toMatch(/^read,/);
  expect(csv.join('\n')).not.toContain('eval');
  const json = JSON.parse(await exported('json')) as { rows: { name: string; flat: number }[] };
  expect(json.rows.map(({ name, flat }) => `${name} ${flat}`)).toEqual([
    'read 3',
    'parse 2',
    'main 0',
  ]);
});

it.each(['pprof', 'speedscope', 'plateau'] as const)(
  'leaves names that are not seen out of %s',
  async (format) => {
    const namesIn = async (transforms: readonly string[]): Promise<string> => {
      const scope = scopeOf(0, { transforms });
      const { bytes } = await answerExport(explored(profile), { ...request, scope, format });
      const plain = format === 'pprof' ? new Uint8Array(gunzipSync(bytes)) : bytes;
      const read = await readText(detectFormat(plain), plain);
      return read.strings
        .filter((text) => /^(parse|eval)$/.test(text))
        .toSorted()
        .join(' ');
    };
    expect(await namesIn([])).toBe('eval parse');
    expect(await namesIn(['drop:eval'])).toBe('parse');
  },
);

it('draws the graph with its title', async () => {
  const svg = await exported('svg');
  expect(svg).toContain('<title>what I see</title>');
  expect(svg).toContain('parse');
  expect(svg).not.toContain('eval');
});

it('writes a difference where there are two sides', async () => {
  const base = scopeOf(0);
  expect(await exported('csv', { base })).toMatch(/^eval,.*removed/m);
  expect(JSON.parse(await exported('json', { base }))).toMatchObject({
    totals: { base: 6, new: 5 },
  });
});

it('writes both sides and the change in every format that can hold them', async () => {
  const base = scopeOf(0);
  expect(await exported('folded', { base })).toBe(
    'main;eval 1 0\nmain;parse 2 2\nmain;parse;read 3 3\n',
  );
  const pprof = await answerExport(explored(profile), { ...request, base, format: 'pprof' });
  const texts = new TextDecoder().decode(gunzipSync(pprof.bytes));
  for (const name of ['base', 'new', 'change', 'eval']) expect(texts).toContain(name);
  const svg = await exported('svg', { base });
  expect(svg).toContain('eval');
  const [head = '', ...rows] = (await exported('csv', { base, measure: 'total' })).split('\n');
  expect(head).toMatch(/base,new,delta,ratio/);
  expect(rows[0]).toMatch(/^main,,changed,,6,5,-1,/);
});

it('compresses formats that are compressed by custom', async () => {
  const file = await answerExport(explored(profile), { ...request, format: 'pprof' });
  expect(file.extension).toBe('.pb.gz');
  expect(gunzipSync(file.bytes).length).toBeGreaterThan(50);
});

it('knows how to write every format it offers', async () => {
  for (const format of exportFormats) {
    expect((await exported(format)).length, format).toBeGreaterThan(10);
  }
});
