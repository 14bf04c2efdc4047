import { readdirSync, readFileSync } from 'node:fs';
import { sourceOf } from '../../object/byte-source.ts';
import { sampleBits } from '../../perf/attr-table.ts';
import { encodeTracingData } from '../../perf/file-writer-tracing.ts';
import { zlibCodec } from '../../platform/zlib-codec.ts';
import { detectPerfData } from './detect.ts';
import { perfDataReader } from './parse.ts';
import { fileRecording, pipeRecording, u32 } from './testing/recording-bytes.ts';
import { fileMessages, fileStructs } from './testing/simpleperf-sections.ts';
import { swappedRecording } from './testing/swapped-recording.ts';

const testdata = new URL('testdata/', import.meta.url);
/** Longer files would spend the time on records that are alike. */
const seedBytes = 12_000;

const attr = {
  sampleType: 0x1ff_ffff & ~sampleBits.weight,
  readFormat: 31,
  branchSampleType: 0xa0800n,
  userRegisters: 0xff0fffn,
  userStackSize: 64,
};
const id = [u32(10, 11), 1, 7, 7, u32(0, 0), 7];
/** Every field of a sample, and one of each record. */
const everyField = pipeRecording(
  [
    { attr, ids: [7] },
    { attr: { type: 2, sampleType: attr.sampleType }, ids: [8] },
  ],
  [
    { type: 10, fields: [u32(9, 9), 4096, 4096, 0, 0, 0, 0, u32(5, 2), '/bin/app', ...id] },
    ...Array.from({ length: 22 }, (_, type) => ({
      type: type === 9 ? 22 : type,
      fields: [7, 2, -512n, 4100, 'text', ...id],
    })),
    {
      type: 9,
      misc: 2,
      fields: [
        7,
        4100,
        u32(9, 9),
        5,
        0,
        7,
        7,
        u32(0, 0),
        1000,
        1,
        5,
        5,
        9,
        7,
        0,
        3,
        -128n,
        -1n,
        -640n,
      ]
        .concat([u32(4, 1), 2, 0, 4100, 4200, 0, 4300, 4100, 0, 0, 0, 2])
        .concat(Array.from({ length: 20 }, () => 4100))
        .concat([16, 4100, 4100, 16, 0, 0, 0, 0, 0, 7, 0, 0, 8, 0]),
    },
    { type: 68, fields: [] },
    { type: 80, fields: [12, u32(1, 128)] },
    { type: 78, fields: [2, 7, 'name'] },
  ],
);

const file = { path: '/bin/app', kind: 2, codeStart: 0, codeOffset: 0 };
const files = [{ ...file, symbols: [[0n, 4096, '_Z3runv']] }] as const;
const { bytes: tracing } = encodeTracingData({
  pageSize: 4096,
  headerPage: 'page',
  headerEvent: 'event',
  tracepoints: [{ system: 'sched', format: 'name: sched_switch\nID: 316\n' }],
});
/** Sections of perf and of simpleperf that have parsers of their own. */
const withSections = fileRecording(
  { attr: { type: 2, config: 316n }, ids: [7] },
  [
    {
      type: 10,
      fields: [u32(9, 9), 4096, 4096, 0, 0, 0, 0, u32(5, 2), '/bin/app', u32(9, 9), 1, 7],
    },
    { type: 9, misc: 2, fields: [7, 4100, u32(9, 9), 5, 1000, 2, -512n, 4100] },
  ],
  { 1: tracing, 128: fileStructs(files), 129: tracing, 132: fileMessages(files), 134: tracing },
);

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): Promise<void>;
} = {
  name: 'perf.data',
  seeds() {
    const recorded = readdirSync(testdata)
      .filter((name) => name.endsWith('.data'))
      .map((name) => new Uint8Array(readFileSync(new URL(name, testdata)).subarray(0, seedBytes)));
    const swapped = readFileSync(new URL('frame-pointers.data', testdata));
    return [...recorded, swappedRecording(swapped), everyField, withSections];
  },
  async run(bytes) {
    detectPerfData(bytes);
    const whole = perfDataReader({ timeline: true, codec: zlibCodec, source: sourceOf(bytes) });
    whole.push(bytes);
    await whole.finish();
    const pieces = perfDataReader({ timeline: false, codec: zlibCodec });
    for (let at = 0; at < bytes.length; at += 97) pieces.push(bytes.subarray(at, at + 97));
    await pieces.finish();
  },
};
