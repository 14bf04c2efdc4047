import { ToolError } from '../../base/tool-error.ts';
import { type Family, type FamilyName, families } from './family-table.ts';
import {
  type FrameFacts,
  goFamily,
  javaFamily,
  jsFamily,
  kindOf,
  ownerOf,
  perlFamily,
  pythonFamily,
  rustFamily,
} from './frame-family.ts';
import { hexOf, mixOklch } from './oklch.ts';

/** One fill, in both colour schemes. */
export interface Tint {
  readonly light: string;
  readonly dark: string;
  readonly hatched: boolean;
}

export interface Palette {
  readonly name: string;
  /** What a family means, for the legend; empty when colours mean nothing but names. */
  readonly legend: Readonly<Partial<Record<FamilyName, string>>>;
  familyOf(frame: FrameFacts): FamilyName;
}

const plain = (name: string, family: FamilyName): Palette => ({
  name,
  legend: {},
  familyOf: () => family,
});

const owners = {
  own: 'own code',
  runtime: 'language runtime',
  package: 'packages',
  library: 'libraries',
  libc: 'libc',
  jit: 'JIT',
  kernel: 'kernel',
};

/** Every palette of `--colors`, by name. */
export const palettes: readonly Palette[] = [
  { name: 'module', legend: owners, familyOf: ownerOf },
  {
    name: 'kind',
    legend: { own: 'user', runtime: 'inlined', jit: 'JIT', kernel: 'kernel' },
    familyOf: kindOf,
  },
  plain('hot', 'hot'),
  plain('safe', 'safe'),
  plain('mem', 'green'),
  plain('io', 'blue'),
  plain('wakeup', 'aqua'),
  {
    name: 'chain',
    legend: { aqua: 'waker', blue: 'blocked' },
    familyOf: (frame) => (frame.name.includes('_[w]') ? 'aqua' : 'blue'),
  },
  {
    name: 'java',
    legend: { green: 'Java', aqua: 'inlined', yellow: 'C++', orange: 'kernel', red: 'system' },
    familyOf: javaFamily,
  },
  {
    name: 'js',
    legend: {
      green: 'JavaScript',
      aqua: 'builtin',
      yellow: 'C++',
      orange: 'kernel',
      red: 'system',
    },
    familyOf: jsFamily,
  },
  {
    name: 'perl',
    legend: { green: 'Perl', yellow: 'C++', orange: 'kernel', red: 'system' },
    familyOf: perlFamily,
  },
  {
    name: 'python',
    legend: {
      green: 'own',
      aqua: 'packages',
      yellow: 'standard library',
      orange: 'kernel',
      red: 'system',
    },
    familyOf: pythonFamily,
  },
  {
    name: 'rust',
    legend: { aqua: 'crates', orange: 'std', purple: 'other', blue: 'kernel' },
    familyOf: rustFamily,
  },
  {
    name: 'go',
    legend: {
      green: 'main',
      aqua: 'modules',
      blue: 'standard library',
      yellow: 'runtime',
      orange: 'kernel',
    },
    familyOf: goFamily,
  },
  plain('red', 'red'),
  plain('orange', 'orange'),
  plain('yellow', 'yellow'),
  plain('green', 'green'),
  plain('aqua', 'aqua'),
  plain('blue', 'blue'),
  plain('purple', 'purple'),
];

export function findPalette(name: string): Palette {
  const found = palettes.find((palette) => palette.name === name);
  if (found !== undefined) return found;
  throw new ToolError('usage', `no palette named ${name}`, {
    hint: `--colors one of: ${palettes.map((palette) => palette.name).join(', ')}`,
  });
}

/** Families that mean something vary little; the others spread names over all their shades. */
export const shades = 8;

const hashSeed = 0x811c9dc5;
const hashFactor = 0x01000193;

/** The same name has the same shade in every picture (FNV-1a). */
export function shadeOf(name: string): number {
  let hash = hashSeed;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), hashFactor);
  return shadeOfHash(hash);
}

/** The shade of a name that is not decoded yet; for ASCII names the same one. */
export function shadeOfBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = hashSeed;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), hashFactor);
  return shadeOfHash(hash);
}

function shadeOfHash(hash: number): number {
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 12) % shades;
}

export function tintOf(family: FamilyName, shade: number): Tint {
  const { light, dark, hatched = false }: Family = families[family];
  const share = shade / (shades - 1);
  return {
    light: hexOf(mixOklch(light[0], light[1], share)),
    dark: hexOf(mixOklch(dark[0], dark[1], share)),
    hatched,
  };
}
