import { readFileSync } from 'node:fs';
import { recordTypes } from '../../../perf/record-table.ts';

/** What a test asks of a perf.data file, read as simply as possible: a second opinion on the writer. */
export interface PerfDataFacts {
  readonly dataSize: number;
  readonly samples: number;
  readonly lost: number;
  readonly forks: number;
  readonly exits: number;
  readonly idCount: number;
  readonly sampledThreads: number;
  readonly namedThreads: number;
  readonly features: readonly number[];
  /** From records inside the data. */
  readonly eventNames: readonly string[];
}

export function readPerfData(path: string): PerfDataFacts {
  const bytes = readFileSync(path);
  const u64 = (offset: number): number => Number(bytes.readBigUInt64LE(offset));
  const [dataOffset, dataSize] = [u64(40), u64(48)];
  const attrsOffset = u64(24);
  const counts = new Map<number, number>();
  const sampled = new Set<number>();
  const named = new Set<number>();
  const eventNames: string[] = [];
  let lost = 0;
  let at = dataOffset;
  while (at < dataOffset + dataSize) {
    const type = bytes.readUInt32LE(at);
    const size = bytes.readUInt16LE(at + 6);
    if (size < 8 || at + size > dataOffset + dataSize) throw new Error(`bad record at ${at}`);
    counts.set(type, (counts.get(type) ?? 0) + 1);
    if (type === recordTypes.sample) sampled.add(bytes.readUInt32LE(at + 28));
    if (type === recordTypes.lost) lost += u64(at + 16);
    if (type === recordTypes.comm) named.add(bytes.readUInt32LE(at + 12));
    if (type === recordTypes.eventUpdate) {
      eventNames.push(bytes.toString('utf8', at + 24, bytes.indexOf(0, at + 24)));
    }
    at += size;
  }
  return {
    dataSize,
    samples: counts.get(recordTypes.sample) ?? 0,
    lost,
    forks: counts.get(recordTypes.fork) ?? 0,
    exits: counts.get(recordTypes.exit) ?? 0,
    idCount: u64(attrsOffset + 128 + 8) / 8,
    sampledThreads: sampled.size,
    namedThreads: named.size,
    features: Array.from({ length: 256 }, (_, bit) => bit).filter(
      (bit) => ((bytes[72 + (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0,
    ),
    eventNames,
  };
}
