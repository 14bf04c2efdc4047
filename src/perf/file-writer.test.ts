import { describe, expect, it } from 'vitest';
import { ByteReader } from '../base/byte-reader.ts';
import { ByteWriter } from '../base/byte-writer.ts';
import { emptyAttr, parseAttr } from './attr.ts';
import { sampleBits } from './attr-table.ts';
import { readBuildIds, readClockData, readEventDescriptions } from './feature-sections.ts';
import { parseFileHeader } from './file-header.ts';
import { encodeFeatureBits, encodeFeatureTable, encodeFileStart } from './file-writer.ts';
import {
  encodeBuildIds,
  encodeEventDescription,
  encodeFacts,
  encodeSampleTimes,
} from './file-writer-features.ts';
import { encodeFinishedRound, RecordWriter } from './file-writer-records.ts';
import { encodeTracingData } from './file-writer-tracing.ts';
import { fileFeatures } from './record-table.ts';

const events = [
  { name: 'cpu-clock', attr: { ...emptyAttr, type: 1, period: 99 }, ids: [7n, 8n] },
  { name: 'page-faults', attr: { ...emptyAttr, type: 1, config: 2n }, ids: [9n] },
];

describe('the start of a perf.data file', () => {
  it('is what our reader takes it for', () => {
    const { bytes, dataOffset } = encodeFileStart(events, 100);
    const header = parseFileHeader(bytes.subarray(0, 104));
    expect(header).toMatchObject({ isPipe: false, littleEndian: true, features: [] });
    expect(header.data).toEqual({ offset: dataOffset, size: 0 });
    expect(dataOffset % 8).toBe(0);
    expect(dataOffset).toBeGreaterThanOrEqual(bytes.length + 100);
    const attrs = new ByteReader(bytes, 'attrs');
    attrs.seek(header.attrs.offset, 'attrs');
    expect(parseAttr(attrs, 128).period).toBe(99);
    const idsOffset = attrs.size('ids');
    expect(attrs.size('ids')).toBe(16);
    attrs.seek(idsOffset, 'ids');
    expect([attrs.u64('id'), attrs.u64('id')]).toEqual([7n, 8n]);
  });

  it('lists features by bit', () => {
    const bits = encodeFeatureBits([3, 12, 29]);
    expect(bits.length).toBe(32);
    expect([...bits.subarray(0, 4)]).toEqual([0x08, 0x10, 0, 0x20]);
    const table = new ByteReader(
      encodeFeatureTable([
        { feature: 12, offset: 500, size: 5 },
        { feature: 3, offset: 300, size: 3 },
      ]),
      'table',
    );
    const offsets = [table.size('offset'), table.size('size'), table.size('offset')];
    expect(offsets).toEqual([300, 3, 500]);
  });
});

describe('features', () => {
  it('come back as they went', () => {
    const description = encodeEventDescription(events);
    const named = readEventDescriptions(new ByteReader(description.bytes, 'events'));
    expect(named.map(({ name }) => name)).toEqual(['cpu-clock', 'page-faults']);
    const images = encodeBuildIds([
      { path: '/usr/bin/app', buildId: 'ab'.repeat(20), isKernel: false },
      { path: '/short', buildId: '0102030405060708', isKernel: false },
      { path: '[kernel.kallsyms]', buildId: 'cd'.repeat(20), isKernel: true },
    ]);
    expect([...readBuildIds(new ByteReader(images.bytes, 'ids'))]).toMatchObject([
      { path: '/usr/bin/app', buildId: 'ab'.repeat(20) },
      { path: '/short', buildId: '0102030405060708' },
      { path: '[kernel.kallsyms]', buildId: 'cd'.repeat(20) },
    ]);
    const clock = { clockId: 1, resolutionNs: 1, wallNs: 1_700_000_000_000_000_000n, clockNs: 5n };
    const facts = encodeFacts({
      hostname: 'h',
      osRelease: '6.1',
      version: 'v',
      arch: 'x86_64',
      cpusConfigured: 4,
      cpusOnline: 2,
      cpuDescription: 'c',
      totalMemoryKb: 1,
      commandLine: ['a', 'b'],
      clock,
    });
    const clockData = facts.find(({ feature }) => feature === fileFeatures.clockData);
    const read = readClockData(new ByteReader(clockData?.bytes ?? new Uint8Array(), 'clock'));
    expect(read).toMatchObject({ clockNs: 5n, epochNs: 1_700_000_000_000_000_000n });
    expect(encodeSampleTimes(1, 2 ** 40).bytes.length).toBe(16);
  });

  it('group tracepoints by system', () => {
    const { bytes } = encodeTracingData({
      pageSize: 4096,
      headerPage: 'page',
      headerEvent: 'event',
      tracepoints: [
        { system: 'sched', format: 'one' },
        { system: 'block', format: 'two' },
        { system: 'sched', format: 'three' },
      ],
    });
    const text = new TextDecoder('latin1').decode(bytes);
    expect(text).toContain('tracing0.6\0');
    expect(text).toContain('sched\0\x02\0\0\0\x03\0\0\0\0\0\0\0one\x05\0\0\0\0\0\0\0three');
  });
});

describe('records of our own', () => {
  const sampleType = sampleBits.identifier | sampleBits.tid | sampleBits.time | sampleBits.cpu;

  it('state their size, padded, with the trailer that sample_id_all promises', () => {
    const out = new ByteWriter();
    new RecordWriter(out, sampleType).comm(42, 43, 'app');
    const record = new ByteReader(out.view(), 'comm');
    expect(record.u32('type')).toBe(3);
    record.skip(2, 'misc');
    expect(record.u16('size')).toBe(8 + 8 + 8 + 32);
    expect([record.u32('pid'), record.u32('tid')]).toEqual([42, 43]);
    expect(record.text(8, 'name')).toBe('app\0\0\0\0\0');
    expect(record.remaining).toBe(32);
  });

  it('cut a name that no record could hold', () => {
    const out = new ByteWriter();
    new RecordWriter(out, sampleType).kernelMmap(1n, 2n, 3n, 'x'.repeat(100_000));
    const size = new DataView(out.view().buffer).getUint16(6, true);
    expect(size).toBe(out.length);
  });

  it('mark mappings without code as data', () => {
    const out = new ByteWriter();
    const mapping = {
      start: 0x1000n,
      end: 0x3000n,
      protection: 1,
      flags: 2,
      fileOffset: 0n,
      major: 8,
      minor: 1,
      inode: 5n,
      path: '/lib/x.so',
    };
    const records = new RecordWriter(out, sampleType);
    records.mmap2(1, mapping);
    records.mmap2(1, { ...mapping, protection: 5 });
    const view = new DataView(out.view().buffer);
    expect(view.getUint16(4, true)).toBe(0x2002);
    expect(view.getUint16(view.getUint16(6, true) + 4, true)).toBe(2);
    expect(view.getBigUint64(24, true)).toBe(0x2000n);
  });

  it('end a round in eight bytes', () => {
    expect([...encodeFinishedRound()]).toEqual([68, 0, 0, 0, 0, 0, 8, 0]);
  });
});
