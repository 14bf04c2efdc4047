import { describe, expect, it } from 'vitest';
import { sourceOf } from '../../object/byte-source.ts';
import { zlibCodec } from '../../platform/zlib-codec.ts';
import { frameName, type Profile } from '../../profile/index.ts';
import { perfDataReader } from './parse.ts';
import {
  type Field,
  fieldBytes,
  fileRecording,
  type MadeEvent,
  type MadeRecord,
  recordBytes,
  u32,
} from './testing/recording-bytes.ts';
import { fileMessages, fileStructs, type MadeFile } from './testing/simpleperf-sections.ts';

// Made by hand after record_file_format.h, record_file.proto and dso.cpp of Android's system/extras.
const kernelContext = -128n;
const userContext = -512n;
const event: MadeEvent = { attr: { type: 0, config: 0x11n }, ids: [7] };
const meta = new TextEncoder().encode(
  'simpleperf_version\x001.build\0event_type_info\0cpu-cycles,0,17\nraw,4,9\0',
);
const library: MadeRecord = mmap(0x7000_0000, 0x1000, '/system/lib64/libart.so');
const app: MadeRecord = mmap(0x9000_0000, 0x4000, '/data/app/base.apk!/lib/arm64/libgame.so');
const kernelImage: MadeRecord = {
  type: 1,
  misc: 1,
  fields: [
    u32(-1, 0),
    0xffff_ff80_0800_0000n,
    0x10_0000,
    0,
    '[kernel.kallsyms]',
    u32(10, 10),
    1,
    7,
  ],
};

function mmap(start: number, fileOffset: number, path: string): MadeRecord {
  const fields = [u32(10, 10), start, 0x1_0000, fileOffset, 0, 0, 0, u32(5, 2), path];
  return { type: 10, fields: [...fields, u32(10, 10), 1, 7] };
}

function sample(chain: readonly Field[], misc = 2): MadeRecord {
  const fields = [7, chain[1] ?? 0, u32(10, 11), 5, 1000, chain.length, ...chain];
  return { type: 9, misc, fields };
}

const files: readonly MadeFile[] = [
  {
    path: '/system/lib64/libart.so',
    kind: 2,
    codeStart: 0x5000,
    codeOffset: 0x1000,
    symbols: [
      [0x5100n, 0x40, '_ZN3art6Thread3RunEv'],
      [0x5000n, 0x80, 'art_quick_invoke_stub'],
    ],
  },
  {
    path: '[kernel.kallsyms]',
    kind: 0,
    codeStart: 0,
    codeOffset: 0,
    symbols: [[0xffff_ff80_0800_0100n, 0x100, 'do_syscall']],
  },
];

async function read(bytes: Uint8Array): Promise<Profile> {
  const source = sourceOf(bytes);
  const reader = perfDataReader({ timeline: false, codec: zlibCodec, source });
  reader.push(bytes);
  return reader.finish();
}

/** Names from the root on, '?' where there is none. */
function stackNames(profile: Profile): string {
  const { stacks, frames, samples } = profile;
  const names: string[] = [];
  for (let stack = samples.stack[0] ?? -1; stack >= 0; stack = stacks.parent[stack] ?? -1) {
    const frame = stacks.frame[stack] ?? -1;
    names.unshift((frames.function[frame] ?? -1) < 0 ? '?' : frameName(profile, frame as never));
  }
  return names.join(' ');
}

const chain = [
  kernelContext,
  0xffff_ff80_0800_0180n,
  userContext,
  0x7000_0110,
  0x7000_0010,
  0x7000_0fff,
];
const data = [kernelImage, library, sample(chain, 1)];
const named = '? art_quick_invoke_stub art::Thread::Run() do_syscall';

describe('recordings of simpleperf', () => {
  it('bring the names of functions, which are nowhere else', async () => {
    const profile = await read(fileRecording(event, data, { 129: meta, 132: fileMessages(files) }));
    expect(stackNames(profile)).toBe(named);
    expect(profile.strings).toContain('_ZN3art6Thread3RunEv');
    expect(profile.meta.health.diagnostics).toEqual([]);
  });

  it('of older versions bring them as structs', async () => {
    const profile = await read(fileRecording(event, data, { 128: fileStructs(files), 129: meta }));
    expect(stackNames(profile)).toBe(named);
  });

  it('say what their events are called', async () => {
    const profile = await read(fileRecording(event, data, { 129: meta }));
    expect(profile.meta.events).toEqual(['cpu-cycles']);
    expect(profile.meta.producer).toBe('simpleperf 1.build');
  });

  it('may keep the mappings of the beginning in a section', async () => {
    const mapped = [...fieldBytes([recordBytes(kernelImage)]), ...recordBytes(library)];
    const sections = { 129: meta, 132: fileMessages(files), 134: Uint8Array.from(mapped) };
    const profile = await read(fileRecording(event, [sample(chain, 1)], sections));
    expect(stackNames(profile)).toBe(named);
  });

  it('have records of their own, of up to 4 GB, that are passed over', async () => {
    // The upper half of the size stands where others have `misc`.
    const symbols: MadeRecord = { type: 32_769, misc: 1, fields: [new Uint8Array(0x1_0000)] };
    const result: MadeRecord = { type: 32_776, fields: [0, 0, 0] };
    const profile = await read(
      fileRecording(event, [symbols, app, result, ...data], {
        129: meta,
        132: fileMessages(files),
      }),
    );
    expect(stackNames(profile)).toBe(named);
    expect(profile.meta.health.diagnostics).toEqual([]);
  });

  it('with damaged symbols keep their samples', async () => {
    const cut = fileMessages(files).subarray(0, 60);
    const profile = await read(fileRecording(event, data, { 129: meta, 132: cut }));
    expect(profile.samples.length).toBe(1);
    expect(profile.meta.health.diagnostics.map(({ code }) => code)).toContain('damaged-section');
  });
});
