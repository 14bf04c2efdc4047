import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const web = new URL('.', import.meta.url);
const paths = readdirSync(web, { recursive: true, encoding: 'utf8' });
const read = (path: string): string => readFileSync(new URL(path, web), 'utf8');
const code = paths
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$|testing\//.test(path))
  .map((path) => ({ path, text: read(path) }));
const sheets = paths
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, text: read(path).replace(/\/\*.*?\*\//gs, '') }));
const allCode = code.map(({ text }) => text).join('\n');
const allCss = sheets.map(({ text }) => text).join('\n');
/** Class names and tokens as they stand in code: `a-b`, and `a-${…}` for all that begin so. */
const words = new Set(allCode.match(/[a-z][\w-]*/gi));
const beginnings = [...allCode.matchAll(/([a-z][\w-]*-)\$\{/gi)].map(
  ([, beginning = '']) => beginning,
);

/** Selectors are what stands before a brace. */
function classesOf(css: string): string[] {
  const selectors = [...css.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector);
  return selectors.flatMap((text) => text.match(/(?<=\.)[a-z][\w-]*/gi) ?? []);
}

const isBegun = (name: string): boolean => beginnings.some((each) => name.startsWith(each));
const named = (pattern: RegExp): Set<string> =>
  new Set([...allCss.matchAll(pattern)].map(([, name = '']) => name));

it('style only classes that something has', () => {
  const unused = sheets.flatMap(({ path, text }) =>
    classesOf(text)
      .filter((name) => !words.has(name) && !isBegun(name))
      .map((name) => `${path}: .${name}`),
  );
  expect(unused).toEqual([]);
});

it('style every class of the markup', () => {
  const styled = new Set(classesOf(allCss));
  const plain = code.flatMap(({ path, text }) =>
    [...text.matchAll(/\bclass="([^"]+)"/g)]
      .flatMap(([, list = '']) => list.split(' '))
      .filter((name) => !styled.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(plain).toEqual([]);
});

it('use every token, and no other', () => {
  const [made, used] = [named(/--([\w-]+)\s*:/g), named(/var\(--([\w-]+)/g)];
  // The list of what canvases may draw with uses nothing.
  const drawn = code.filter(({ path }) => !path.endsWith('colour-token-table.ts'));
  const inCode = new Set(drawn.flatMap(({ text }) => text.match(/[a-z][\w-]*/gi) ?? []));
  const isUsed = (name: string): boolean => used.has(name) || inCode.has(name) || isBegun(name);
  expect([...made].filter((name) => !isUsed(name))).toEqual([]);
  expect([...used].filter((name) => !made.has(name) && !inCode.has(name))).toEqual([]);
});
