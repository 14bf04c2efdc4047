import { PairIndex } from '../../base/tuple-index.ts';
import {
  type FrameIndex,
  frameFile,
  frameName,
  type Profile,
  type SampleIndex,
  textAt,
} from '../../profile/index.ts';
import type { EncodeOptions } from '../format.ts';
import { commaSeparated, jsonChunks, jsonNumber } from '../json-chunks.ts';
import { rowsByThread, type ThreadRows } from './thread-rows.ts';
import { speedscopeUnitOf } from './units-table.ts';

const schema = 'https://www.speedscope.app/file-format-schema.json';

/**
 * Writes one sampled profile per thread. A thread that has nothing of the asked value type (a file
 * may mix units) is written with the first type it has.
 */
export function encodeSpeedscope(profile: Profile, options: EncodeOptions): Iterable<Uint8Array> {
  return jsonChunks(filePieces(profile, options.valueType));
}

function* filePieces(profile: Profile, valueType: number): Iterable<string> {
  const { command, producer } = profile.meta;
  const shared = sharedFrames(profile);
  yield `{"$schema":"${schema}"`;
  yield `,"exporter":${JSON.stringify(producer === '' ? 'plateau' : producer)}`;
  if (command !== '') yield `,"name":${JSON.stringify(command)}`;
  yield ',"activeProfileIndex":0,"shared":{"frames":[';
  yield* commaSeparated(shared.rows, (frame) => frameJson(profile, frame));
  yield ']},"profiles":[';
  let separator = '';
  for (const thread of rowsByThread(profile, valueType)) {
    yield separator;
    yield* profilePieces(profile, thread, shared.numbers);
    separator = ',';
  }
  yield ']}\n';
}

interface SharedFrames {
  /** A frame of each kind, in the order of the file. */
  readonly rows: readonly FrameIndex[];
  /** The number in the file of each frame row. */
  readonly numbers: Int32Array;
}

/**
 * speedscope's frames are functions, so places of one function are one frame: by its start line when
 * it is known, else by the line of the frame, because there the line is all that tells them apart.
 */
function sharedFrames(profile: Profile): SharedFrames {
  const { frames } = profile;
  const index = new PairIndex();
  const unnamed = new Map<string, number>();
  const rows: FrameIndex[] = [];
  const numbers = Int32Array.from({ length: frames.length }, (_, row) => {
    const called = frames.function[row] as number;
    const frame = row as FrameIndex;
    let known = -1;
    if (called >= 0) known = index.findOrAdd(called, lineOf(profile, frame), rows.length);
    else {
      const name = frameName(profile, frame);
      known = unnamed.get(name) ?? -1;
      if (known < 0) unnamed.set(name, rows.length);
    }
    return known >= 0 ? known : rows.push(frame) - 1;
  });
  return { rows, numbers };
}

function lineOf(profile: Profile, frame: FrameIndex): number {
  const { frames, functions } = profile;
  const called = frames.function[frame] as number;
  const startLine = called < 0 ? 0 : (functions.startLine[called] as number);
  return startLine > 0 ? startLine : (frames.line[frame] as number);
}

function frameJson(profile: Profile, frame: FrameIndex): string {
  const file = frameFile(profile, frame);
  const line = lineOf(profile, frame);
  const column = profile.frames.column[frame] as number;
  let json = `{"name":${JSON.stringify(frameName(profile, frame))}`;
  if (file !== '') json += `,"file":${JSON.stringify(file)}`;
  if (line > 0) json += `,"line":${line}`;
  if (column > 0 && line === profile.frames.line[frame]) json += `,"col":${column}`;
  return `${json}}`;
}

function* profilePieces(
  profile: Profile,
  thread: ThreadRows,
  numbers: Int32Array,
): Iterable<string> {
  const { samples, valueTypes } = profile;
  const values = samples.values[thread.valueType];
  const weightOf = (row: SampleIndex): number => values?.[row] ?? 0;
  const unit = speedscopeUnitOf(valueTypes[thread.valueType]?.unit ?? '');
  const start = unit === 'nanoseconds' ? thread.startNs : 0;
  const total = thread.rows.reduce((sum, row) => sum + weightOf(row), 0);
  yield `{"type":"sampled","name":${JSON.stringify(threadTitle(profile, thread))},"unit":"${unit}"`;
  yield `,"startValue":${jsonNumber(start)},"endValue":${jsonNumber(start + total)},"samples":[`;
  yield* commaSeparated(thread.rows, (row) => stackJson(profile, row, numbers));
  yield '],"weights":[';
  yield* commaSeparated(thread.rows, (row) => jsonNumber(weightOf(row)));
  yield ']}';
}

function stackJson(profile: Profile, row: SampleIndex, numbers: Int32Array): string {
  const { parent, frame } = profile.stacks;
  const path: number[] = [];
  for (let at = profile.samples.stack[row] as number; at >= 0; at = parent[at] as number) {
    path.push(numbers[frame[at] as number] as number);
  }
  return `[${path.reverse().join(',')}]`;
}

function threadTitle(profile: Profile, { thread }: ThreadRows): string {
  const { threads, valueTypes } = profile;
  if (thread < 0) return profile.meta.command || valueTypes[0]?.name || 'profile';
  const process = textAt(profile, threads.processName[thread] as number);
  const name = textAt(profile, threads.threadName[thread] as number);
  if (process === '' || process === name) return name || `thread ${threads.tid[thread]}`;
  return name === '' ? `${process} (${threads.tid[thread]})` : `${process}: ${name}`;
}
