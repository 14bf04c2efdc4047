import {
  type FrameIndex,
  frameFile,
  noLabels,
  type Profile,
  type ProfileBuilder,
  type StackIndex,
  type ThreadIndex,
} from '../../profile/index.ts';
import type { SourceMaps } from '../sources/source-maps.ts';
import { MappedFrames } from './mapped-frames.ts';

/** One checkpoint of a thread: times count from `startNs`. */
export interface TimedChunk {
  readonly profile: Profile;
  readonly startNs: number;
}

/**
 * Adds the chunks of one thread as one recording. Neighbours overlap, so of each only what is later
 * than the one before is taken, and the last sample of a chunk lasts until the first that follows.
 */
export function addThreadChunks(
  builder: ProfileBuilder,
  thread: ThreadIndex,
  chunks: readonly TimedChunk[],
  sources: FrameSources,
): void {
  let doneNs = Number.NEGATIVE_INFINITY;
  for (const [number, chunk] of chunks.entries()) {
    const untilNs = firstTimeAfter(chunks[number + 1], lastTime(chunk));
    addChunk(builder, thread, chunk, { ...sources, doneNs, untilNs });
    doneNs = Math.max(doneNs, lastTime(chunk));
  }
}

export interface FrameSources {
  readonly maps: SourceMaps;
  /** The agent's file: what the recording itself took in the program is no part of it. */
  readonly agentPath: string;
}

interface ChunkLimits extends FrameSources {
  /** Samples up to here are in the chunk before. */
  readonly doneNs: number;
  /** Where the next chunk takes over; NaN = nowhere. */
  readonly untilNs: number;
}

function addChunk(
  builder: ProfileBuilder,
  thread: ThreadIndex,
  chunk: TimedChunk,
  limits: ChunkLimits,
): void {
  const { profile, startNs } = chunk;
  const { samples, valueTypes } = profile;
  const types = valueTypes.map((type) => builder.addValueType(type.name, type.unit));
  const time = valueTypes.findIndex((type) => type.unit === 'nanoseconds');
  const stacks = addStacks(builder, profile, limits);
  for (let row = 0; row < samples.length; row++) {
    const at = startNs + (samples.timeNs?.[row] ?? 0);
    if (at <= limits.doneNs) continue;
    const before = samples.stack[row] as number;
    const stack = before < 0 ? -1 : (stacks[before] as number);
    if (stack === agentStack) continue;
    const added = builder.addSample(stack as StackIndex, thread, noLabels);
    builder.samples.setTime(added, at);
    const isLast = row === samples.length - 1 && !Number.isNaN(limits.untilNs);
    for (const [column, type] of types.entries()) {
      const value = samples.values[column]?.[row] ?? 0;
      // An idle sample has no time; all others last until the next.
      const lasts = isLast && column === time && value > 0 ? limits.untilNs - at : value;
      builder.samples.addValue(added, type, lasts);
    }
  }
  builder.diagnostics.addAll(profile.meta.health.diagnostics);
}

/** In the result of `addStacks`: the stack is the agent's. */
const agentStack = -2;

function addStacks(
  builder: ProfileBuilder,
  profile: Profile,
  { maps, agentPath }: FrameSources,
): Int32Array {
  const frames = new MappedFrames(builder, profile, maps);
  const { parent, frame, length } = profile.stacks;
  const added = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    const up = parent[row] as number;
    const above = up < 0 ? -1 : (added[up] as number);
    const own = frame[row] as FrameIndex;
    const isAgent = above === agentStack || frameFile(profile, own) === agentPath;
    added[row] = isAgent ? agentStack : builder.addStack(above as StackIndex, frames.frame(own));
  }
  return added;
}

function lastTime({ profile, startNs }: TimedChunk): number {
  return startNs + (profile.samples.timeNs?.at(-1) ?? 0);
}

function firstTimeAfter(chunk: TimedChunk | undefined, ns: number): number {
  const times = chunk?.profile.samples.timeNs;
  if (chunk === undefined || times === undefined || times === null) return Number.NaN;
  const found = times.find((time) => chunk.startNs + time > ns);
  return found === undefined ? Number.NaN : chunk.startNs + found;
}
