import { type MappingKind, mappingKinds, type Profile } from '../profile/index.ts';

/** The frames of one image that have an address and no function. */
export interface UnresolvedImage {
  readonly path: string;
  readonly buildId: string;
  readonly kind: MappingKind;
  /** A process that had it mapped, 0 = unknown. */
  readonly pid: number;
  /** Rows of `frames`. */
  readonly frames: readonly number[];
}

/** Unresolved frames by image: the same file may be mapped many times, in many processes. */
export function unresolvedImages(profile: Profile): UnresolvedImage[] {
  const { frames, mappings, strings } = profile;
  const images = new Map<string, { row: number; frames: number[] }>();
  const keyOf = new Map<number, string>();
  for (let frame = 0; frame < frames.length; frame++) {
    const mapping = frames.mapping[frame] as number;
    if (frames.function[frame] !== -1 || mapping < 0 || (frames.address[frame] as number) < 0) {
      continue;
    }
    let key = keyOf.get(mapping);
    if (key === undefined) {
      key = imageKey(profile, mapping);
      keyOf.set(mapping, key);
    }
    const image = images.get(key);
    if (image === undefined) images.set(key, { row: mapping, frames: [frame] });
    else image.frames.push(frame);
  }
  if (images.size === 0) return [];
  const pids = mappingPids(profile);
  return Array.from(images.values(), ({ row, frames: rows }) => ({
    path: strings[mappings.file[row] as number] ?? '',
    buildId: strings[mappings.buildId[row] as number] ?? '',
    kind: mappingKinds[mappings.kind[row] as number] as MappingKind,
    pid: pids[row] as number,
    frames: rows,
  }));
}

function imageKey({ mappings }: Profile, row: number): string {
  return `${mappings.kind[row]},${mappings.file[row]},${mappings.buildId[row]}`;
}

/** Per mapping a process that ran code of it, 0 = unknown. */
function mappingPids(profile: Profile): Int32Array {
  const { samples, stacks, frames, threads } = profile;
  const pidOfStack = new Int32Array(stacks.length);
  const pids = new Int32Array(profile.mappings.length);
  if (samples.thread === null) return pids;
  for (let row = 0; row < samples.length; row++) {
    const [stack, thread] = [samples.stack[row] as number, samples.thread[row] as number];
    if (stack >= 0 && thread >= 0) pidOfStack[stack] = threads.pid[thread] as number;
  }
  for (let stack = stacks.length - 1; stack >= 0; stack--) {
    const pid = pidOfStack[stack] as number;
    if (pid <= 0) continue;
    const parent = stacks.parent[stack] as number;
    if (parent >= 0) pidOfStack[parent] = pid;
    const mapping = frames.mapping[stacks.frame[stack] as number] as number;
    if (mapping >= 0) pids[mapping] = pid;
  }
  return pids;
}
