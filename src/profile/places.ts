import { HashIndex, mixHash } from '../base/tuple-index.ts';
import type { Profile } from './tables.ts';

/**
 * A place is one address of one image with all functions inlined there: pprof's location. Frames
 * without an address are places of their own.
 *
 * Gives per frame the depth of the outermost or innermost matching frame of its place; -1 where
 * none matches. Only frames that stand on some stack count: earlier steps may have left others in
 * the table.
 */
export function placeDepths(
  profile: Profile,
  matches: Uint8Array,
  which: 'outermost' | 'innermost',
): Int32Array {
  const place = placesOf(profile);
  const { inlineDepth } = profile.frames;
  const found = new Int32Array(place.length).fill(-1);
  for (const frame of profile.stacks.frame) {
    if (matches[frame] !== 1) continue;
    const at = place[frame] as number;
    const depth = inlineDepth[frame] as number;
    const best = found[at] as number;
    if (best < 0 || (which === 'outermost' ? depth < best : depth > best)) found[at] = depth;
  }
  return place.map((at) => found[at] as number);
}

/** Per frame the first frame of the same place. */
export function placesOf(profile: Profile): Int32Array {
  const { mapping, address, length } = profile.frames;
  const place = new Int32Array(length);
  const index = new HashIndex(length);
  for (let frame = 0; frame < length; frame++) {
    place[frame] = frame;
    const at = address[frame] as number;
    if (at < 0) continue;
    const image = mapping[frame] as number;
    const hash = mixHash(mixHash(image, at % 2 ** 32), at / 2 ** 32);
    const known = index.find(hash, (row) => address[row] === at && mapping[row] === image);
    if (known >= 0) place[frame] = known;
    else index.add(hash, frame);
  }
  return place;
}
