import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sampleBits } from '../../perf/attr-table.ts';
import { zlibCodec } from '../../platform/zlib-codec.ts';
import { frameName, mappingKinds, type Profile } from '../../profile/index.ts';
import { perfDataReader } from './parse.ts';
import {
  type Field,
  fieldBytes,
  fileRecording,
  type MadeEvent,
  type MadeRecord,
  pipeRecording,
  recordBytes,
  u32,
  usualSample,
} from './testing/recording-bytes.ts';
import { swappedRecording } from './testing/swapped-recording.ts';

const kernel = -128n;
const user = -512n;
const userMode = 2;
const kernelMode = 1;
const cycles: MadeEvent = { attr: { type: 0 }, ids: [7] };
const id = [u32(10, 11), 1, 7];
const program: MadeRecord = {
  type: 10,
  fields: [u32(10, 10), 0x40_0000, 0x1000, 0, 0, 0, 0, u32(5, 2), '/bin/app', u32(10, 10), 1, 7],
};
const image: MadeRecord = {
  type: 1,
  misc: kernelMode,
  fields: [
    u32(-1, 0),
    0xffff_ffff_8100_0000n,
    0x10_0000,
    0xffff_ffff_8100_0000n,
    '[kernel.kallsyms]_text',
    ...id,
  ],
};

function sample(timeNs: number, chain: readonly Field[], misc = userMode, event = 7): MadeRecord {
  const ip = chain[1] ?? 0;
  const fields = [event, ip, u32(10, 11), timeNs, 1000, chain.length, ...chain];
  return { type: 9, misc, fields };
}

/** A sample whose user part comes later. */
function waiting(time: number, cookie: number): MadeRecord {
  return sample(time, [kernel, 0xffff_ffff_8100_0100n, -640n, cookie], kernelMode);
}

/** A block of zstd data that is not compressed, and not the last. */
function block(bytes: Uint8Array): Uint8Array {
  const header = bytes.length << 3;
  return Uint8Array.from([header & 255, (header >> 8) & 255, header >> 16, ...bytes]);
}

function comm(time: number, name: string): MadeRecord {
  return { type: 3, fields: [u32(10, 11), name, u32(10, 11), time, 7] };
}

function sampleInCgroup(time: number): MadeRecord {
  const { fields } = sample(time, [user, 0x40_0010]);
  return { type: 9, misc: userMode, fields: [...fields, 77] };
}

async function read(bytes: Uint8Array, timeline = true, piece = bytes.length): Promise<Profile> {
  const reader = perfDataReader({ timeline, codec: zlibCodec });
  for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece));
  return reader.finish();
}

/** Each stack as `frame frame … ×count`, root first. */
function pictures(profile: Profile): string[] {
  const { stacks, frames, mappings, samples } = profile;
  return Array.from(samples.stack, (leaf, row) => {
    const names: string[] = [];
    for (let stack = leaf; stack >= 0; stack = stacks.parent[stack] ?? -1) {
      const frame = stacks.frame[stack] ?? -1;
      const mapping = frames.mapping[frame] ?? -1;
      const kind = mappingKinds[mappings.kind[mapping] ?? 0];
      const address = (frames.address[frame] ?? 0).toString(16);
      const isNamed = (frames.function[frame] ?? -1) >= 0;
      names.unshift(isNamed ? frameName(profile, frame as never) : `${kind}+${address}`);
    }
    return `${names.join(' ')} ×${samples.count?.[row] ?? 1}`;
  });
}

const health = (profile: Profile): Record<string, number> =>
  Object.fromEntries(profile.meta.health.diagnostics.map(({ code, count }) => [code, count]));

describe('call chains', () => {
  it('are lookup addresses, from the root, kernel above user', async () => {
    const chain = [
      kernel,
      0xffff_ffff_8100_0100n,
      0xffff_ffff_8100_0200n,
      user,
      0x40_0010,
      0x40_0020,
    ];
    const profile = await read(
      pipeRecording([cycles], [image, program, sample(5, chain, kernelMode)]),
    );
    expect(pictures(profile)).toEqual(['user+1f user+10 kernel+1ff kernel+100 ×1']);
    expect(profile.strings).toContain('[kernel.kallsyms]');
    expect(profile.valueTypes.map(({ name }) => name)).toEqual(['cycles', 'cycles-period']);
  });

  it('end where no code can be, under [cut]', async () => {
    const chain = [user, 0x40_0010, 0x1234_5678_9abc_def0n, 0x40_0020];
    const profile = await read(pipeRecording([cycles], [program, sample(5, chain)]));
    expect(pictures(profile)).toEqual(['[cut] user+10 ×1']);
    expect(profile.meta.health.truncatedStacks).toBe(1);
  });

  it('come from branch records in call-stack mode', async () => {
    const attr = { sampleType: usualSample | sampleBits.branchStack, branchSampleType: 0x800n };
    const chain = [user, 0x40_0010];
    const branches = [2, 0x40_0040, 0x40_0008, 0, 0x40_0080, 0x40_0038, 0];
    const { fields } = sample(5, chain);
    const taken = { type: 9, misc: userMode, fields: [...fields, ...branches] };
    const profile = await read(pipeRecording([{ attr, ids: [7] }], [program, taken]));
    expect(pictures(profile)).toEqual(['user+80 user+40 user+10 ×1']);
  });

  it('wait for a deferred user part', async () => {
    const deferred = { type: 22, fields: [99, 3, user, 0x40_0010, 0x40_0020, u32(10, 11), 8, 7] };
    const records = [image, program, waiting(5, 99), waiting(6, 99), deferred, waiting(9, 100)];
    const profile = await read(pipeRecording([cycles], records));
    expect(pictures(profile)).toEqual([
      'user+1f user+10 kernel+100 ×1',
      'user+1f user+10 kernel+100 ×1',
      '[cut] kernel+100 ×1',
    ]);
    expect(health(profile)['missing-user-part']).toBe(1);
  });

  it('of simpleperf hold the call itself', async () => {
    const info = new TextEncoder().encode('simpleperf_version\x001.build\x00');
    const chain = [user, 0x40_0010, 0x40_0020];
    const profile = await read(fileRecording(cycles, [program, sample(5, chain)], { 129: info }));
    expect(pictures(profile)).toEqual(['user+20 user+10 ×1']);
    expect(profile.meta.producer).toBe('simpleperf 1.build');
  });
});

describe('records', () => {
  it('are taken in order of time, across rounds', async () => {
    const round = { type: 68, fields: [] };
    const records = [
      sample(9, [user, 0x40_0010]),
      round,
      program,
      sample(3, [user, 0x40_0020]),
      round,
    ];
    const profile = await read(pipeRecording([cycles], records));
    expect(Array.from(profile.samples.timeNs ?? [])).toEqual([0, 6]);
    expect(pictures(profile)).toEqual(['user+20 ×1', 'user+10 ×1']);
  });

  it('of several events are told apart by their ids', async () => {
    const faults = { attr: { config: 2n }, ids: [8, 9] };
    const records = [7, 8, 9, 9, 55].map((event) =>
      sample(event, [user, 0x40_0010], userMode, event),
    );
    const profile = await read(pipeRecording([cycles, faults], [program, ...records]), false);
    const counted = profile.valueTypes.findIndex(({ name }) => name === 'page-faults');
    expect(profile.meta.events).toEqual(['cycles', 'page-faults']);
    expect(Array.from(profile.samples.values[counted] ?? [])).toEqual([3]);
    expect(health(profile)['unknown-event']).toBe(1);
  });

  it('tell what was lost and throttled, per event, and what is unknown', async () => {
    const records = [
      { type: 2, fields: [7, 12, ...id] },
      { type: 13, fields: [10, ...id] },
      { type: 5, fields: [4, 7, 7, ...id] },
      { type: 60, fields: [...id] },
      { type: 90, fields: [1] },
      { type: 71, fields: [24, 0, 0, 0, 0] },
    ];
    const bytes = pipeRecording([cycles], records);
    const trace = new Uint8Array(24).fill(9);
    const last = recordBytes(sample(5, [user, 0x40_0010]));
    const profile = await read(Uint8Array.from([...bytes, ...trace, ...last]));
    expect(profile.meta.health.lostSamples).toBe(12);
    expect(profile.meta.health.throttled).toBe(1);
    expect(profile.samples.length).toBe(1);
    expect(health(profile)).toMatchObject({
      'lost-samples:cycles': 10,
      'throttled:cycles': 1,
      'unknown-record': 2,
    });
  });

  it('continue across compressed ones, in a frame that never ends', async () => {
    const plain = fieldBytes([program, sample(5, [user, 0x40_0010])].map(recordBytes));
    const cut = plain.length - 20;
    const first = Uint8Array.from([
      0x28,
      0xb5,
      0x2f,
      0xfd,
      0,
      0x58,
      ...block(plain.subarray(0, cut)),
    ]);
    const second = block(plain.subarray(cut));
    const packed = { type: 81, fields: [first] };
    const padding = new Uint8Array(-second.length & 7);
    const sized = { type: 83, fields: [second.length, second, padding] };
    const bytes = pipeRecording([cycles], [packed, sized]);
    for (const piece of [bytes.length, 7]) {
      const profile = await read(bytes, true, piece);
      expect(pictures(profile)).toEqual(['user+10 ×1']);
    }
  });

  it('name threads at the time of the sample, and containers', async () => {
    const attr = { sampleType: usualSample | sampleBits.cgroup };
    const cgroup = { type: 19, fields: [77, '/app.slice', ...id] };
    const records = [
      cgroup,
      comm(1, 'first'),
      sampleInCgroup(2),
      comm(3, 'second'),
      sampleInCgroup(4),
    ];
    const profile = await read(pipeRecording([{ attr, ids: [7] }], [program, ...records]));
    const names = Array.from(profile.samples.thread ?? [], (thread) => {
      return profile.strings[profile.threads.threadName[thread] ?? 0];
    });
    expect(names).toEqual(['first', 'second']);
    expect(profile.strings).toContain('/app.slice');
  });
});

describe('files', () => {
  const recorded = new Uint8Array(
    readFileSync(new URL('testdata/frame-pointers.data', import.meta.url)),
  );

  it('are read as far as they go, wherever they are cut', async () => {
    const whole = await read(recorded);
    let before = 0;
    for (let length = 400; length < recorded.length; length += 131) {
      const profile = await read(recorded.subarray(0, length), true, 61);
      expect(profile.samples.length).toBeGreaterThanOrEqual(before);
      before = profile.samples.length;
    }
    expect(before).toBe(whole.samples.length);
    const half = await read(recorded.subarray(0, 3000));
    expect(health(half)['cut-file']).toBe(1);
  });

  it('may be written right into the room that the reader offers', async () => {
    for (const piece of [64, 1000, 1 << 20]) {
      const reader = perfDataReader({ timeline: true, codec: zlibCodec });
      let offered = 0;
      for (let at = 0; at < recorded.length; ) {
        const room = reader.room?.(piece) ?? new Uint8Array(0);
        const buffer = room.length === 0 ? new Uint8Array(piece) : room;
        const got = recorded.subarray(at, at + buffer.length);
        buffer.set(got);
        reader.push(buffer.subarray(0, got.length));
        if (room.length > 0) offered += got.length;
        // What was pushed is the reader's; the rest of a buffer is not looked at.
        if (room.length === 0) buffer.fill(0xff);
        at += got.length;
      }
      expect(await reader.finish()).toEqual(await read(recorded));
      if (piece < 1 << 20) expect(offered).toBeGreaterThan(recorded.length / 2);
    }
  });

  it('of a killed recorder have a data size of 0', async () => {
    const killed = recorded.slice();
    killed.fill(0, 48, 56);
    const profile = await read(killed.subarray(0, 5000));
    expect(profile.samples.length).toBeGreaterThan(10);
    expect(health(profile)['cut-file']).toBe(1);
  });

  it('of the other byte order say the same', async () => {
    const profile = await read(swappedRecording(recorded));
    expect(pictures(profile)).toEqual(pictures(await read(recorded)));
  });
});
