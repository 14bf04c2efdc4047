import { expect, it } from 'vitest';
import { ByteWriter } from '../../base/byte-writer.ts';
import { emptyAttr, encodeAttr } from '../../perf/attr.ts';
import { sampleBits } from '../../perf/attr-table.ts';
import { recordTypes } from '../../perf/record-table.ts';
import { readText } from '../testing/read-text.ts';
import { perfData } from './index.ts';

function record(type: number, body: Uint8Array): Uint8Array {
  const writer = new ByteWriter();
  writer.u32(type);
  writer.u16(2);
  writer.u16(8 + body.length);
  writer.append(body);
  return writer.flush();
}

function words(...values: readonly bigint[]): Uint8Array {
  const writer = new ByteWriter();
  for (const value of values) writer.u64(value);
  return writer.flush();
}

it('takes the periods of perf’s own off-CPU event for time waited', async () => {
  const sampleType = sampleBits.tid | sampleBits.time | sampleBits.period | sampleBits.ip;
  const attr = encodeAttr({ ...emptyAttr, type: 1, config: 10n, sampleType });
  const thread = 7n | (8n << 32n);
  const nameUpdate = 2n;
  const file = Buffer.concat([
    Buffer.from('PERFILE2'),
    words(16n),
    record(recordTypes.attr, Buffer.concat([attr, words(5n)])),
    record(
      recordTypes.eventUpdate,
      Buffer.concat([words(nameUpdate, 5n), Buffer.from('offcpu-time\0\0\0\0\0')]),
    ),
    record(recordTypes.sample, words(0x1000n, thread, 1000n, 300_000_000n)),
    record(recordTypes.sample, words(0x1000n, thread, 2000n, 100_000_000n)),
  ]);
  const profile = await readText(perfData, new Uint8Array(file));
  expect(profile.valueTypes).toEqual([
    { name: 'offcpu-time', unit: 'count' },
    { name: 'off-cpu', unit: 'nanoseconds' },
  ]);
  expect(profile.samples.values.map((column) => Array.from(column))).toEqual([
    [1, 1],
    [300_000_000, 100_000_000],
  ]);
});
