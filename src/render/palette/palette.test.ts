import { describe, expect, it } from 'vitest';
import { diffTint } from './diff-colors.ts';
import { diffStep, diffSteps } from './diff-step.ts';
import { type FamilyName, families } from './family-table.ts';
import type { FrameFacts } from './frame-family.ts';
import { findPalette, palettes, shadeOf, shades, type Tint, tintOf } from './palette.ts';
import {
  contrast,
  distance,
  type Rgb,
  rgbOf,
  type Vision,
  visions,
} from './testing/colour-vision.ts';

const labelInk = { light: '#1b1b1f', dark: '#f4f4f6' };
const allFamilies = Object.keys(families) as FamilyName[];

function expectReadable(tint: Tint, what: string): void {
  for (const scheme of ['light', 'dark'] as const) {
    const found = contrast(rgbOf(tint[scheme]), rgbOf(labelInk[scheme]));
    expect(found, `${what} ${scheme}`).toBeGreaterThan(4.5);
  }
}

describe('fills', () => {
  it('keep labels readable, every shade of every family in both schemes', () => {
    for (const family of allFamilies) {
      for (let shade = 0; shade < shades; shade++) {
        expectReadable(tintOf(family, shade), `${family} ${shade}`);
      }
    }
    for (const colors of ['blue-orange', 'red-blue'] as const) {
      for (let step = -diffSteps; step <= diffSteps; step++) {
        expectReadable(diffTint(colors, step), `${colors} ${step}`);
      }
    }
  });

  it('by owner stay apart for every kind of colour vision', () => {
    const owners: FamilyName[] = ['own', 'runtime', 'package', 'library', 'libc', 'kernel'];
    for (const scheme of ['light', 'dark'] as const) {
      for (const vision of Object.keys(visions) as Vision[]) {
        for (const a of owners) {
          for (const b of owners) {
            if (a >= b) continue;
            const [one, other] = [rgbOf(tintOf(a, 3)[scheme]), rgbOf(tintOf(b, 3)[scheme])];
            const apart = distance(one, other, vision);
            expect(apart, `${a} and ${b}, ${vision}, ${scheme}`).toBeGreaterThan(6);
          }
        }
      }
    }
  });

  it('of a difference stay apart for every kind of colour vision', () => {
    for (const scheme of ['light', 'dark'] as const) {
      for (const vision of Object.keys(visions) as Vision[]) {
        const [less, same, more] = [-diffSteps, 0, diffSteps].map((step) =>
          rgbOf(diffTint('blue-orange', step)[scheme]),
        ) as [Rgb, Rgb, Rgb];
        for (const [a, b] of [
          [less, same],
          [same, more],
          [less, more],
        ] as const) {
          expect(distance(a, b, vision), `${vision} ${scheme}`).toBeGreaterThan(12);
        }
      }
    }
  });
});

const frame = (name: string, more: Partial<FrameFacts> = {}): FrameFacts => ({
  name,
  module: '',
  file: '',
  kind: 'user',
  ...more,
});

describe('palettes', () => {
  it.each([
    ['module', frame('main'), 'own'],
    ['module', frame('core::fmt::write'), 'runtime'],
    ['module', frame('runtime.mallocgc'), 'runtime'],
    ['module', frame('malloc', { module: 'libc.so.6' }), 'libc'],
    ['module', frame('inflate', { module: 'libz.so.1' }), 'library'],
    ['module', frame('clear_page', { kind: 'kernel' }), 'kernel'],
    ['module', frame('clear_page_[k]'), 'kernel'],
    ['module', frame('f', { file: '/x/node_modules/y/z.js' }), 'package'],
    ['module', frame('JS:*route /app/router.mjs:12', { kind: 'jit' }), 'own'],
    ['module', frame('JS:~run node:internal/x:3', { kind: 'jit' }), 'runtime'],
    ['module', frame('v8::internal::Invoke', { module: 'node' }), 'runtime'],
    ['kind', frame('f', { kind: 'jit' }), 'jit'],
    ['java', frame('Ljava/util/HashMap;::get_[j]'), 'green'],
    ['java', frame('JavaCalls::call'), 'yellow'],
    ['java', frame('read'), 'red'],
    ['js', frame('render /app/view.js:10'), 'green'],
    ['js', frame('v8::internal::Heap'), 'yellow'],
    ['rust', frame('alloc::vec::Vec<T>::push'), 'orange'],
    ['rust', frame('app::main'), 'aqua'],
    ['go', frame('runtime.gcBgMarkWorker'), 'yellow'],
    ['go', frame('github.com/x/y.Do'), 'aqua'],
    ['go', frame('encoding/json.Marshal'), 'blue'],
    ['python', frame('f (/usr/lib/python3.11/json/decoder.py:12)'), 'yellow'],
    ['chain', frame('wake_[w]'), 'aqua'],
    ['hot', frame('anything'), 'hot'],
  ] as const)('%s puts %o into its family', (palette, facts, family) => {
    expect(findPalette(palette).familyOf(facts)).toBe(family);
  });

  it('are the ones FlameGraph users know, and more', () => {
    const names = palettes.map((palette) => palette.name);
    for (const name of [
      'hot',
      'mem',
      'io',
      'wakeup',
      'chain',
      'java',
      'js',
      'perl',
      'red',
      'safe',
    ]) {
      expect(names).toContain(name);
    }
    expect(() => findPalette('pink')).toThrow('no palette named pink');
  });

  it('give a name its shade for good, and use all of them', () => {
    expect(shadeOf('main')).toBe(shadeOf('main'));
    const used = new Set(Array.from({ length: 200 }, (_, i) => shadeOf(`function_${i}`)));
    expect(used.size).toBe(shades);
  });
});

it('the strength of a difference follows the relative change', () => {
  expect(diffStep(100, 100)).toBe(0);
  expect(diffStep(100, 50)).toBe(-4);
  expect(diffStep(50, 100)).toBe(4);
  expect(diffStep(0, 3)).toBe(diffSteps);
  expect(diffStep(3, 0)).toBe(-diffSteps);
  expect(diffStep(0, 0)).toBe(0);
});
