import { readFileSync } from 'node:fs';
import { ByteReader } from '../../src/base/byte-reader.ts';
import { type EventAttr, parseAttr } from '../../src/perf/attr.ts';
import { SampleIdLayout } from '../../src/perf/sample-id.ts';
import { SampleCursor, SampleLayout } from '../../src/perf/sample-layout.ts';
import { AddressSpaces } from '../../src/unwind/index.ts';
import { openLocalImage } from './local-image.ts';

/** A sample with registers and stack, out of a perf.data file of one event. */
export interface StackSample {
  readonly pid: number;
  readonly timeNs: number;
  readonly words: Int32Array;
  /** Word index of the first register and of the first stack byte. */
  readonly registersAt: number;
  readonly stackAt: number;
  readonly stackBytes: number;
}

export interface StackRecording {
  readonly attr: EventAttr;
  /** In order of time. */
  readonly samples: readonly StackSample[];
  readonly spaces: AddressSpaces;
}

const recordTypes = { comm: 3, fork: 7, sample: 9, mmap2: 10 };

/**
 * The plain case of perf.data, read here once more and in another way than `formats/perf-data` does:
 * tests of unwinding should not depend on it.
 */
export function readStackRecording(path: string): StackRecording {
  const file = readFileSync(path);
  const bytes = new Uint8Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
  const words = new Int32Array(bytes.buffer, 0, bytes.length >> 2);
  const header = new ByteReader(bytes, 'perf.data');
  header.skip(16, 'magic and size');
  const entrySize = header.size('attr size');
  const attrsAt = header.size('attrs');
  header.skip(8, 'size of attrs');
  const dataAt = header.size('data');
  const dataEnd = dataAt + header.size('size of data');
  header.seek(attrsAt, 'attrs');
  const attr = parseAttr(header.sub(entrySize - 16, 'attr'), entrySize - 16);
  const parts = { attr, layout: new SampleLayout(attr), id: new SampleIdLayout(attr), words };
  const samples: StackSample[] = [];
  const sideband: { readonly timeNs: number; apply(spaces: AddressSpaces): void }[] = [];
  for (let at = dataAt; at < dataEnd; ) {
    const type = words[at >> 2] as number;
    const size = header.bytes[at + 6] as number;
    const length = size + ((header.bytes[at + 7] as number) << 8);
    const record = { type, word: at >> 2, end: (at + length) >> 2 };
    if (type === recordTypes.sample) samples.push(parseSample(parts, record.word, record.end));
    else if (type === recordTypes.mmap2) sideband.push(parseMapping(parts, bytes, record));
    else if (type === recordTypes.fork || type === recordTypes.comm) {
      sideband.push(parseTask(parts, record));
    }
    at += length;
  }
  const spaces = new AddressSpaces(openLocalImage);
  sideband.sort((a, b) => a.timeNs - b.timeNs);
  for (const change of sideband) change.apply(spaces);
  samples.sort((a, b) => a.timeNs - b.timeNs);
  return { attr, samples: samples.filter(({ registersAt }) => registersAt >= 0), spaces };
}

interface Parts {
  readonly layout: SampleLayout;
  readonly id: SampleIdLayout;
  readonly words: Int32Array;
}

interface RecordPlace {
  readonly type: number;
  readonly word: number;
  readonly end: number;
}

function u64(words: Int32Array, at: number): number {
  return ((words[at + 1] as number) >>> 0) * 2 ** 32 + ((words[at] as number) >>> 0);
}

function parseSample({ layout, words }: Parts, start: number, end: number): StackSample {
  const cursor = new SampleCursor();
  cursor.read(words, start, end, layout);
  return {
    pid: words[start + layout.tid] as number,
    timeNs: u64(words, start + layout.time),
    words,
    registersAt: cursor.registersAt,
    stackAt: cursor.stackAt,
    stackBytes: cursor.stackBytes,
  };
}

function parseMapping({ id, words }: Parts, bytes: Uint8Array, { word, end }: RecordPlace) {
  const pid = words[word + 2] as number;
  const protection = words[word + 16] as number;
  const nameAt = (word + 18) * 4;
  const path = Buffer.from(bytes.subarray(nameAt, bytes.indexOf(0, nameAt))).toString();
  const added = {
    start: u64(words, word + 4),
    length: u64(words, word + 6),
    fileOffset: u64(words, word + 8),
    path,
    buildId: '',
    executable: (protection & 4) !== 0,
  };
  const timeNs = u64(words, end - id.time);
  return { timeNs, apply: (spaces: AddressSpaces) => spaces.addMapping(pid, timeNs, added) };
}

function parseTask({ id, words }: Parts, { type, word, end }: RecordPlace) {
  const isExec = type === recordTypes.comm && ((words[word + 1] as number) & 0x2000) !== 0;
  const [pid, parent] = [words[word + 2], words[word + 3]] as number[];
  const timeNs = u64(words, end - id.time);
  return {
    timeNs,
    apply(spaces: AddressSpaces): void {
      if (isExec) spaces.exec(pid as number, timeNs);
      else if (type === recordTypes.fork) spaces.fork(pid as number, parent as number, timeNs);
    },
  };
}
