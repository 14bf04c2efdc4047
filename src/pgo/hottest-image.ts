import { type Profile, sampleCounts } from '../profile/index.ts';

/** The image that most samples are in, by the path that the recording has for it. */
export function findHottestImage(profile: Profile): string | undefined {
  const { samples, stacks, frames, mappings, strings } = profile;
  const observed = sampleCounts(profile);
  const counts = new Map<string, number>();
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row] as number;
    const frame = stack < 0 ? -1 : (stacks.frame[stack] as number);
    const mapping = frame < 0 ? -1 : (frames.mapping[frame] as number);
    if (mapping < 0 || (frames.address[frame] as number) < 0) continue;
    const path = strings[mappings.file[mapping] as number] ?? '';
    if (path.startsWith('/')) counts.set(path, (counts.get(path) ?? 0) + (observed[row] as number));
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first?.[0];
}
