import { describe, expect, it } from 'vitest';
import { diffTint } from './diff-colors.ts';
import { diffStep, diffSteps } from './diff-step.ts';
import { type FamilyName, families } from './family-table.ts';
import type { FrameFacts } from './frame-family.ts';
import { findPalette, palettes, shadeOf, shades, type Tint, tintOf } from './palette.ts';

const labelInk = { light: '#1b1b1f', dark: '#f4f4f6' };
const allFamilies = Object.keys(families) as FamilyName[];

function linear(hex: string): number[] {
  return [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
const visions: Readonly<Record<string, readonly (readonly number[])[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function oklab(rgb: readonly number[]): number[] {
  const [r = 0, g = 0, b = 0] = rgb.map((channel) => Math.max(0, channel));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Distance in OKLab × 100 as seen with a vision. */
function distance(a: string, b: string, vision: string): number {
  const seen = (hex: string): number[] => {
    const rgb = linear(hex);
    const matrix = visions[vision] ?? [];
    return oklab(matrix.map((row) => row.reduce((sum, x, i) => sum + x * (rgb[i] ?? 0), 0)));
  };
  const [first, second] = [seen(a), seen(b)];
  return Math.hypot(...first.map((x, i) => x - (second[i] ?? 0))) * 100;
}

function expectReadable(tint: Tint, what: string): void {
  expect(contrast(tint.light, labelInk.light), `${what} light`).toBeGreaterThan(4.5);
  expect(contrast(tint.dark, labelInk.dark), `${what} dark`).toBeGreaterThan(4.5);
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
      for (const vision of Object.keys(visions)) {
        for (const a of owners) {
          for (const b of owners) {
            if (a >= b) continue;
            const apart = distance(tintOf(a, 3)[scheme], tintOf(b, 3)[scheme], vision);
            expect(apart, `${a} and ${b}, ${vision}, ${scheme}`).toBeGreaterThan(6);
          }
        }
      }
    }
  });

  it('of a difference stay apart for every kind of colour vision', () => {
    for (const scheme of ['light', 'dark'] as const) {
      for (const vision of Object.keys(visions)) {
        const [less, same, more] = [-diffSteps, 0, diffSteps].map(
          (step) => diffTint('blue-orange', step)[scheme],
        ) as [string, string, string];
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
