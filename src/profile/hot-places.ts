import { frameFile } from './frame-names.ts';
import { sampleCounts } from './sample-counts.ts';
import { sumByStack } from './stack-sums.ts';
import type { FrameIndex, MappingIndex, Profile } from './tables.ts';

/** How many calls above the leaf still count: time in a library is looked for in what calls it. */
const callsCounted = 2;

/** Source files by how many samples stand in them or one call below, the most first. */
export function hotFiles(profile: Profile): string[] {
  const { stacks, frames } = profile;
  const perStack = sumByStack(profile, sampleCounts(profile));
  const perFile = new Map<string, number>();
  for (let leaf = 0; leaf < stacks.length; leaf++) {
    const count = perStack[leaf] as number;
    if (count === 0) continue;
    const seen = new Set<string>();
    for (let at = leaf, calls = 0; at >= 0 && calls < callsCounted; ) {
      const frame = stacks.frame[at] as FrameIndex;
      seen.add(frameFile(profile, frame));
      // Inlined functions are no calls: all of a place count as one.
      if ((frames.inlineDepth[frame] as number) <= 0) calls++;
      at = stacks.parent[at] as number;
    }
    for (const file of seen) perFile.set(file, (perFile.get(file) ?? 0) + count);
  }
  perFile.delete('');
  return ranked(perFile).map(([file]) => file);
}

/** Code of one image around which samples stand: addresses count from the mapping's start. */
export interface HotAddress {
  readonly mapping: MappingIndex;
  readonly address: number;
  readonly count: number;
}

/** The addresses where samples stand, by how many, the most first. */
export function hotAddresses(profile: Profile): HotAddress[] {
  const { stacks, frames } = profile;
  const perStack = sumByStack(profile, sampleCounts(profile));
  const places = new Map<string, HotAddress & { count: number }>();
  for (let leaf = 0; leaf < stacks.length; leaf++) {
    const count = perStack[leaf] as number;
    const frame = stacks.frame[leaf] as number;
    const mapping = frames.mapping[frame] as MappingIndex;
    const address = frames.address[frame] as number;
    if (count === 0 || mapping < 0 || address < 0) continue;
    const key = `${mapping},${address}`;
    const known = places.get(key);
    if (known === undefined) places.set(key, { mapping, address, count });
    else known.count += count;
  }
  return Array.from(places.values()).sort((a, b) => b.count - a.count);
}

function ranked(counts: ReadonlyMap<string, number>): [string, number][] {
  return Array.from(counts).sort((a, b) => b[1] - a[1]);
}
