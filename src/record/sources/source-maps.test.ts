import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SourceMaps } from './source-maps.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-maps-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const code = 'function t(e){return e}var n=()=>t(1);\n';
/** `t` is `computeTotal` of total.ts, line 5; the arrow function has no name in the map. */
const map = {
  version: 3,
  sources: ['src/total.ts'],
  sourcesContent: ['// the original\n'],
  names: ['computeTotal'],
  mappings: [
    [
      [0, 0, 4, 0],
      [9, 0, 4, 9, 0],
      [10, 0, 4, 21],
      [29, 0, 8, 15],
    ],
  ],
};
const dataUrl = (json: string): string =>
  `data:application/json;base64,${Buffer.from(json).toString('base64')}`;

function script(name: string, mapAddress: string): string {
  const file = join(folder, name);
  writeFileSync(file, `${code}//# sourceMappingURL=${mapAddress}\n`);
  return file;
}

describe('SourceMaps', () => {
  it('gives the original name and place of a minified function', () => {
    const file = script('inline.js', dataUrl(JSON.stringify(map)));
    const maps = new SourceMaps();
    // V8 places a function at its parenthesis.
    expect(maps.originalOf({ name: 't', file, line: 1, column: 11 })).toEqual({
      name: 'computeTotal',
      file: join(folder, 'src/total.ts'),
      line: 5,
      column: 22,
    });
    expect(maps.originalOf({ name: 'n', file, line: 1, column: 30 })).toMatchObject({ line: 9 });
    expect(maps.contentOf(join(folder, 'src/total.ts'))).toBe('// the original\n');
  });

  it('finds a line without its column', () => {
    const file = script('line.js', dataUrl(JSON.stringify(map)));
    expect(new SourceMaps().originalOf({ name: '', file, line: 1, column: 0 })?.line).toBe(5);
  });

  it('reads maps beside the script and in text form', () => {
    writeFileSync(join(folder, 'beside.js.map'), JSON.stringify({ ...map, sourceRoot: 'root' }));
    const beside = script('beside.js', 'beside.js.map');
    const plain = script(
      'plain.js',
      `data:application/json,${encodeURIComponent(JSON.stringify(map))}`,
    );
    const at = { name: 't', line: 1, column: 11 };
    expect(new SourceMaps().originalOf({ ...at, file: beside })?.file).toBe(
      join(folder, 'root/src/total.ts'),
    );
    expect(new SourceMaps().originalOf({ ...at, file: plain })?.line).toBe(5);
  });

  it('prefers what the running program said', () => {
    const file = script('replaced.js', 'no-such.map');
    const maps = new SourceMaps();
    maps.addScripts({ [`file://${file}`]: dataUrl(JSON.stringify(map)) });
    expect(maps.originalOf({ name: 't', file, line: 1, column: 11 })?.name).toBe('computeTotal');
  });

  it.each([
    ['a missing map', 'no-such.map'],
    ['a damaged map', dataUrl('{"version":3,"mappings":"!!!","sources":[')],
    ['a map of nothing', dataUrl('{"version":3,"mappings":"","sources":[],"names":[]}')],
    ['a map elsewhere', 'https://localhost/x.map'],
  ])('shows the generated code for %s', (name, address) => {
    const file = script(`${name}.js`, address);
    expect(new SourceMaps().originalOf({ name: 't', file, line: 1, column: 11 })).toBeUndefined();
  });
});
