import { describe, expect, it } from 'vitest';
import { encodeTracingData } from '../../perf/file-writer-tracing.ts';
import { fileFeatures } from '../../perf/record-table.ts';
import { zlibCodec } from '../../platform/zlib-codec.ts';
import type { Profile } from '../../profile/index.ts';
import { perfDataReader } from './parse.ts';
import {
  fileRecording,
  type MadeEvent,
  type MadeRecord,
  pipeRecording,
  u32,
} from './testing/recording-bytes.ts';

const tracepoint: MadeEvent = { attr: { type: 2, config: 316n }, ids: [7] };
const { bytes: tracing } = encodeTracingData({
  pageSize: 4096,
  headerPage: 'page',
  headerEvent: 'event',
  tracepoints: [{ system: 'sched', format: 'name: sched_switch\nID: 316\n' }],
});

function sample(timeNs: number): MadeRecord {
  return { type: 9, misc: 2, fields: [7, 0x1000, u32(10, 11), timeNs, 1, 0] };
}

async function read(file: Uint8Array): Promise<Profile> {
  const reader = perfDataReader({ timeline: false, codec: zlibCodec });
  reader.push(file);
  return reader.finish();
}

describe('tracepoints that no section names', () => {
  it('are called what the tracing data of the file says', async () => {
    const sections = { [fileFeatures.tracingData]: tracing };
    const profile = await read(fileRecording(tracepoint, [sample(5)], sections));
    expect(profile.meta.events).toEqual(['sched:sched_switch']);
  });

  it('are named in a pipe too, where the data stands behind its record', async () => {
    const padding = new Uint8Array(-tracing.length & 7);
    const record = { type: 66, fields: [u32(tracing.length)] };
    const raw = pipeRecording([tracepoint], [record]);
    const rest = pipeRecording([], [sample(5)]).subarray(16);
    const profile = await read(Buffer.concat([raw, tracing, padding, rest]));
    expect(profile.meta.events).toEqual(['sched:sched_switch']);
  });

  it('keep their number when the tracing data is damaged, which is said', async () => {
    const sections = { [fileFeatures.tracingData]: tracing.slice(0, 20) };
    const profile = await read(fileRecording(tracepoint, [sample(5)], sections));
    expect(profile.meta.events).toEqual(['tracepoint 316']);
    expect(profile.meta.health.diagnostics.map(({ code }) => code)).toEqual(['damaged-section']);
  });
});

describe('records that come too late', () => {
  const roundEnd: MadeRecord = { type: 68, fields: [] };

  it('are counted: what they say was not known to earlier samples', async () => {
    const records = [sample(10), sample(20), roundEnd, sample(30), roundEnd, sample(15)];
    const profile = await read(pipeRecording([tracepoint], records));
    const [late] = profile.meta.health.diagnostics;
    expect(late).toMatchObject({ code: 'late-record', count: 1 });
  });

  it('are not those of the round that follows', async () => {
    const records = [sample(10), sample(30), roundEnd, sample(20), roundEnd, sample(35)];
    const profile = await read(pipeRecording([tracepoint], records));
    const codes = profile.meta.health.diagnostics.map(({ code }) => code);
    expect(codes).not.toContain('late-record');
  });
});
