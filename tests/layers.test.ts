import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a plain module, shared with the scripts
import { layers as table } from '../scripts/layers-table.mjs';

interface Layer {
  readonly kind: 'pure' | 'node' | 'web';
  readonly imports: readonly string[];
}
const layers = table as Readonly<Record<string, Layer>>;
const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');

interface Import {
  readonly from: string;
  readonly to: string;
  readonly edge: string;
}

function sourceFiles(): string[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|fuzz|d)\.ts$/.test(path))
    .filter((path) => !path.includes('testing/'));
}

function relativeImports(): Import[] {
  return sourceFiles().flatMap((path) => {
    const text = readFileSync(join(src, path), 'utf8');
    const found = text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g);
    return Array.from(found, ([, target = '']) => {
      const to = relative(src, join(src, dirname(path), target));
      return { from: path, to, edge: `${path} → ${to}` };
    });
  });
}

const layerOf = (path: string): string => path.split('/')[0] ?? '';

describe('layers', () => {
  it('are the folders of src/', () => {
    const folders = readdirSync(src, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    expect(folders.sort()).toEqual(Object.keys(layers).sort());
  });

  it('import only what the table allows', () => {
    const wrong = relativeImports().filter(({ from, to }) => {
      const [here, there] = [layerOf(from), layerOf(to)];
      const allowed = layers[here]?.imports ?? [];
      return (
        here !== there && there !== 'base' && ![there, to].some((each) => allowed.includes(each))
      );
    });
    expect(wrong.map((each) => each.edge)).toEqual([]);
  });

  it('keep pure layers from importing anything impure, by any path', () => {
    for (const [name, layer] of Object.entries(layers)) {
      if (layer.kind !== 'pure') continue;
      for (const target of layer.imports)
        expect(layers[target]?.kind, `${name} → ${target}`).toBe('pure');
    }
  });

  it('keep each format behind the registry', () => {
    const wrong = relativeImports().filter(({ from, to }) => {
      const format = /^formats\/([^/]+)\//.exec(to)?.[1];
      if (format === undefined || from.startsWith(`formats/${format}/`)) return false;
      return from !== 'formats/registry.ts' && from !== 'formats/part-registry.ts';
    });
    expect(wrong.map((each) => each.edge)).toEqual([]);
  });

  it('are type-checked by the project of their kind', () => {
    for (const [name, layer] of Object.entries(layers)) {
      const project = readFileSync(join(root, `tsconfig.${layer.kind}.json`), 'utf8');
      expect(project, `${name} in tsconfig.${layer.kind}.json`).toContain(`"src/${name}"`);
    }
  });
});
