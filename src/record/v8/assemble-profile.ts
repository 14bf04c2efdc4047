import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { assert } from '../../base/assert.ts';
import { findFormat } from '../../formats/index.ts';
import { hotSources } from '../../load/hot-sources.ts';
import { zlibCodec } from '../../platform/zlib-codec.ts';
import { type Profile, ProfileBuilder } from '../../profile/index.ts';
import { SourceMaps } from '../sources/source-maps.ts';
import type { ThreadRecording } from './recording-folder.ts';
import { addThreadChunks, type TimedChunk } from './thread-chunks.ts';

export interface RecordingMeta {
  readonly command: readonly string[];
  readonly frequencyHz: number;
  /** Put the text of hot source files into the profile. */
  readonly sources: boolean;
  readonly producer: string;
  readonly checkpointMs: number;
}

/** One profile of everything that was recorded, on one clock and through source maps. */
export async function assembleProfile(
  threads: readonly ThreadRecording[],
  agentPath: string,
  options: RecordingMeta,
): Promise<Profile> {
  const builder = new ProfileBuilder();
  // Reports take the first image for the program itself.
  const script = threads[0]?.facts.argv[1];
  if (script !== undefined) builder.addMapping({ file: builder.string(script), kind: 'jit' });
  const maps = new SourceMaps();
  const starts = threads.map(({ facts, chunks }) => chunks[0]?.startUs ?? facts.monotonicUs);
  const baseUs = Math.min(...starts);
  let endNs = 0;
  for (const recording of threads) {
    maps.addScripts(recording.scripts);
    const chunks = await readChunks(recording, baseUs);
    const thread = addThread(builder, recording);
    addThreadChunks(builder, thread, chunks, { maps, agentPath });
    if (!recording.isWhole) noteCutShort(builder, recording, options.checkpointMs);
    for (const { profile, startNs } of chunks) {
      endNs = Math.max(endNs, startNs + profile.meta.durationNs);
    }
  }
  fillMeta(builder, threads, { options, baseUs, endNs });
  const profile = builder.finish();
  return options.sources
    ? Object.freeze({ ...profile, sources: hotSources(profile, (file) => maps.contentOf(file)) })
    : profile;
}

async function readChunks(recording: ThreadRecording, baseUs: number): Promise<TimedChunk[]> {
  const format = findFormat('cpuprofile');
  assert(format !== undefined, 'the cpuprofile format');
  const chunks: TimedChunk[] = [];
  for (const { path, startUs } of recording.chunks) {
    const reader = format.read({ timeline: true, codec: zlibCodec });
    reader.push(readFileSync(path));
    chunks.push({ profile: await reader.finish(), startNs: (startUs - baseUs) * 1000 });
  }
  return chunks;
}

function addThread(
  builder: ProfileBuilder,
  { facts }: ThreadRecording,
): ReturnType<ProfileBuilder['addThread']> {
  const script = facts.argv[1] ?? facts.argv[0] ?? 'node';
  return builder.addThread({
    pid: facts.pid,
    tid: facts.isMainThread ? facts.pid : facts.threadId,
    processName: builder.string(basename(script)),
    threadName: builder.string(facts.isMainThread ? 'main' : `worker ${facts.threadId}`),
  });
}

function noteCutShort(
  builder: ProfileBuilder,
  { facts }: ThreadRecording,
  checkpointMs: number,
): void {
  const who = `pid ${facts.pid}${facts.isMainThread ? '' : `, worker ${facts.threadId}`}`;
  const most = `up to ${checkpointMs / 1000} s`;
  builder.diagnostics.count(
    'cut-short',
    `${who} ended without handing over its last samples (${most})`,
  );
}

function fillMeta(
  builder: ProfileBuilder,
  threads: readonly ThreadRecording[],
  known: { readonly options: RecordingMeta; readonly baseUs: number; readonly endNs: number },
): void {
  const { options, baseUs, endNs } = known;
  const { meta } = builder;
  meta.producer = options.producer;
  meta.host = hostname();
  meta.command = options.command.join(' ');
  meta.events = ['v8-cpu-profile'];
  meta.durationNs = endNs;
  meta.period = Math.round(1e9 / options.frequencyHz);
  meta.periodType = { name: 'cpu', unit: 'nanoseconds' };
  builder.addValueType('samples', 'count');
  meta.defaultValueType = builder.addValueType('cpu', 'nanoseconds');
  const [first] = threads;
  if (first === undefined) return;
  const sinceUs = first.facts.monotonicUs - baseUs;
  meta.startEpochNs = BigInt(Math.round(first.facts.epochMs * 1000 - sinceUs)) * 1000n;
}
