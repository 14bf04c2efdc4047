import { describe, expect, it } from 'vitest';
import { RecordTally } from './record-tally.ts';

const ringSize = 1024;

/** A ring whose records start at `from`, running over its end. */
function ringWith(from: number, records: readonly Uint8Array[]): { bytes: Uint8Array; to: number } {
  const bytes = new Uint8Array(ringSize);
  let to = from;
  for (const record of records) {
    record.forEach((byte, index) => {
      bytes[(to + index) % ringSize] = byte;
    });
    to += record.length;
  }
  return { bytes, to };
}

function record(type: number, misc: number, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, type, true);
  view.setUint16(4, misc, true);
  view.setUint16(6, bytes.length, true);
  bytes.set(body, 8);
  return bytes;
}

function sample(timeNs: bigint): Uint8Array {
  const body = new Uint8Array(40);
  new DataView(body.buffer).setBigUint64(24, timeNs, true);
  return record(9, 2, body);
}

function fork(pid: number, parentPid: number): Uint8Array {
  const body = new Uint8Array(24);
  new DataView(body.buffer).setUint32(0, pid, true);
  new DataView(body.buffer).setUint32(4, parentPid, true);
  return record(7, 0, body);
}

function exit(pid: number, tid: number): Uint8Array {
  const body = new Uint8Array(24);
  new DataView(body.buffer).setUint32(0, pid, true);
  new DataView(body.buffer).setUint32(8, tid, true);
  return record(4, 0, body);
}

function lost(count: bigint): Uint8Array {
  const body = new Uint8Array(16);
  new DataView(body.buffer).setBigUint64(8, count, true);
  return record(2, 0, body);
}

function mapping(path: string, options: { protection: number; buildId?: string }): Uint8Array {
  const body = new Uint8Array(64 + Math.ceil((path.length + 1) / 8) * 8);
  body.set(new TextEncoder().encode(path), 64);
  new DataView(body.buffer).setUint32(56, options.protection, true);
  if (options.buildId !== undefined) {
    const id = Buffer.from(options.buildId, 'hex');
    body[32] = id.length;
    body.set(id, 36);
  }
  return record(10, options.buildId === undefined ? 2 : 0x4002, body);
}

function tallyOf(from: number, ...records: Uint8Array[]) {
  const { bytes, to } = ringWith(from, records);
  const tally = new RecordTally(32);
  tally.count(new Uint32Array(bytes.buffer), bytes, from, to);
  return tally.result();
}

describe('what passes through a ring', () => {
  it('is counted, wherever the ring wraps', () => {
    const records = [
      sample(50n),
      lost(3n),
      record(5, 0, new Uint8Array(24)),
      // A process, and a thread.
      fork(7, 5),
      fork(7, 7),
      sample(20n),
    ];
    for (let from = 0; from < 4 * ringSize; from += 8) {
      expect(tallyOf(from, ...records)).toEqual({
        samples: 2,
        lost: 3,
        throttled: 1,
        forks: 1,
        firstSampleNs: 20,
        lastSampleNs: 50,
        images: [],
        running: [7],
      });
    }
  });

  it('tells which processes did not end', () => {
    const records = [fork(7, 5), fork(8, 7), fork(9, 8), exit(9, 99), exit(8, 8)];
    expect(tallyOf(0, ...records).running).toEqual([7, 9]);
  });

  it('tells mapped code, once per path and build', () => {
    const code = { protection: 5 };
    const records = [
      mapping('/bin/app', { protection: 5, buildId: 'aabb' }),
      mapping('/bin/app', { protection: 5, buildId: 'aabb' }),
      mapping('/bin/app', { protection: 5, buildId: 'ccdd' }),
      mapping('/lib/plain.so', code),
      mapping('/lib/data.so', { protection: 1 }),
      mapping('//anon', code),
      mapping('[vdso]', code),
    ];
    for (const from of [0, 600, 1000]) {
      expect(tallyOf(from, ...records).images).toEqual([
        { path: '/bin/app', buildId: 'aabb' },
        { path: '/bin/app', buildId: 'ccdd' },
        { path: '/lib/plain.so', buildId: undefined },
      ]);
    }
  });

  it('survives times beyond 32 bits and a record that cannot be', () => {
    expect(tallyOf(0, sample(2n ** 40n + 1n)).lastSampleNs).toBe(2 ** 40 + 1);
    expect(tallyOf(0, sample(1n), new Uint8Array(16), sample(2n)).samples).toBe(1);
  });
});
