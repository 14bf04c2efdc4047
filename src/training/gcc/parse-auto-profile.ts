import { ByteReader } from '../../base/byte-reader.ts';
import type { WeightedFunction } from '../weighted-functions.ts';

const magic = 0x67636461;
const version = 2;
const tags = { names: 0xaa000000, functions: 0xac000000 } as const;
/** No compiler inlines deeper; a damaged file may say anything. */
const deepest = 64;
/** Of a histogram of call targets: kind, name, count. */
const targetSize = 4 + 8 + 8;

/** Whether bytes begin like a profile for `gcc -fauto-profile`, which shares its magic with counters. */
export function isAutoProfile(head: Uint8Array): boolean {
  if (head.length < 16) return false;
  const file = new ByteReader(head, 'auto profile');
  const words = [file.u32('magic'), file.u32('version'), file.u32('stamp'), file.u32('tag')];
  return words[0] === magic && words[1] === version && words[3] === tags.names;
}

/**
 * Reads what `encodeAutoProfile` writes as weights by function, in the words of `parseSampleText`: places are
 * lines with the inlined calls that lead to them. Call targets only split a count and are left out.
 */
export function parseAutoProfile(bytes: Uint8Array): WeightedFunction[] {
  const file = new ByteReader(bytes, 'auto profile');
  if (!isAutoProfile(bytes)) throw file.fail('is not one of version 2');
  file.skip(20, 'header');
  const names = readNames(file);
  if (file.u32('tag of functions') !== tags.functions) throw file.fail('has no functions');
  file.skip(4, 'length of functions');
  const functions: WeightedFunction[] = [];
  for (let left = file.u32('number of functions'); left > 0; left--) {
    file.skip(8, 'entry count');
    const weights = new Map<string, number>();
    const name = readInstance(file, names, [], weights);
    functions.push({ key: name, name, weights });
  }
  return functions;
}

function readNames(file: ByteReader): string[] {
  const names: string[] = [];
  for (let left = file.u32('number of names'); left > 0; left--) {
    const text = file.text(file.u32('length of a name'), 'name');
    names.push(text.split('\0')[0] ?? '');
  }
  return names;
}

/** Gives the function's name; `path` is how it came to be inlined. */
function readInstance(
  file: ByteReader,
  names: readonly string[],
  path: readonly string[],
  weights: Map<string, number>,
): string {
  const name = names[file.u32('name')];
  if (name === undefined) throw file.fail('names a function that is not in the list');
  if (path.length > deepest) throw file.fail('inlines deeper than any compiler');
  // A path ends with the place of a call, to which this name belongs.
  const here = path.map((step, at) => (at === path.length - 1 ? `${step} ${name}` : step));
  const places = file.u32('number of places');
  const sites = file.u32('number of inlined calls');
  for (let left = places; left > 0; left--) {
    const place = placeText(file.u32('place'));
    const targets = file.u32('number of targets');
    const key = [...here, place].join('\0');
    weights.set(key, (weights.get(key) ?? 0) + Number(file.u64('count')));
    file.skip(targets * targetSize, 'targets');
  }
  for (let left = sites; left > 0; left--) {
    readInstance(file, names, [...here, placeText(file.u32('place'))], weights);
  }
  return name;
}

/** Line in the upper half, discriminator in the lower one. */
function placeText(place: number): string {
  const discriminator = place & 0xffff;
  return discriminator === 0 ? String(place >>> 16) : `${place >>> 16}.${discriminator}`;
}
