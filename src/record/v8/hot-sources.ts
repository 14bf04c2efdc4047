import { readFileSync, statSync } from 'node:fs';
import {
  frameFile,
  type Profile,
  type StackIndex,
  type StringIndex,
  sampleCounts,
} from '../../profile/index.ts';
import type { SourceMaps } from './source-maps.ts';

/** Enough for the files a report would list; a profile is not an archive. */
const mostFiles = 40;
const mostBytesEach = 512 << 10;
const mostBytes = 4 << 20;

/** The source text of the files with the most samples on their own lines, as far as it is found. */
export function hotSources(profile: Profile, maps: SourceMaps): Profile['sources'] {
  const sources: Profile['sources'][number][] = [];
  let room = mostBytes;
  for (const file of hottestFiles(profile)) {
    const text = maps.contentOf(file) ?? readSource(file);
    const size = text === undefined ? 0 : Buffer.byteLength(text);
    if (text === undefined || size > mostBytesEach || size > room) continue;
    room -= size;
    sources.push({ file: profile.strings.indexOf(file) as StringIndex, text });
  }
  return sources;
}

function hottestFiles(profile: Profile): string[] {
  const { samples, stacks } = profile;
  const counts = sampleCounts(profile);
  const perFile = new Map<string, number>();
  for (let row = 0; row < samples.length; row++) {
    // The leaf and its caller: time in a builtin is looked for in the code that calls it.
    let stack = samples.stack[row] as number;
    for (let depth = 0; depth < 2 && stack >= 0; depth++) {
      const file = frameFile(profile, stacks.frame[stack as StackIndex] as never);
      if (file !== '') perFile.set(file, (perFile.get(file) ?? 0) + (counts[row] as number));
      stack = stacks.parent[stack] as number;
    }
  }
  const ranked = Array.from(perFile).sort((a, b) => b[1] - a[1]);
  return ranked.slice(0, mostFiles).map(([file]) => file);
}

function readSource(file: string): string | undefined {
  if (!file.startsWith('/')) return undefined;
  try {
    return statSync(file).size > mostBytesEach ? undefined : readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
