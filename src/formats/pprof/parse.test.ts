import { describe, expect, it } from 'vitest';
import { framesOf, type Profile, type StackIndex, textAt } from '../../profile/index.ts';
import { foldedPicture } from '../../profile/testing/picture.ts';
import { parsePprof } from './parse.ts';
import { type Message, messageBytes, packed } from './testing/profile-message.ts';
import { recordedBytes } from './testing/recordings.ts';

const strings = ['', 'cpu', 'nanoseconds', 'main', 'work', 'inner', 'app.go', '/bin/app'];
const sampleType = { 1: 1, 2: 2 };

/** main calls work, into which inner was inlined; fields to change come last. */
function message(changes: Message = {}): Message {
  return {
    1: sampleType,
    2: { 1: packed(7, 9), 2: packed(5) },
    3: { 1: 1, 2: 0x400000, 3: 0x500000, 4: 0x1000, 5: 7, 7: 1 },
    4: [
      {
        1: 7,
        2: 1,
        3: 0x400100,
        4: [
          { 1: 30, 2: 12, 3: 4 },
          { 1: 20, 2: 8 },
        ],
      },
      { 1: 9, 2: 1, 3: 0x400200, 4: { 1: 10, 2: 3 } },
    ],
    5: [
      { 1: 10, 2: 3, 3: 3, 4: 6, 5: 2 },
      { 1: 20, 2: 4, 4: 6, 5: 7 },
      { 1: 30, 2: 5, 4: 6, 5: 11 },
    ],
    6: strings,
    ...changes,
  };
}

const parse = (changes: Message = {}): Profile => parsePprof(messageBytes(message(changes)));
const codes = (profile: Profile): string[] =>
  profile.meta.health.diagnostics.map((each) => each.code);

const refused = (changes: Message, text: string): void =>
  expect(() => parse(changes)).toThrow(text);

describe('parsePprof', () => {
  it('turns stacks root first and inlined lines into frames of one address', () => {
    const profile = parse();
    expect(foldedPicture(profile)).toBe('main;work;inner 5');
    const { frames, mappings, functions } = profile;
    const path = framesOf(profile, profile.samples.stack[0] as StackIndex);
    expect(path.map((frame) => frames.address[frame])).toEqual([0x200, 0x100, 0x100]);
    expect(path.map((frame) => frames.inlineDepth[frame])).toEqual([0, 0, 1]);
    expect(path.map((frame) => frames.line[frame])).toEqual([3, 8, 12]);
    expect(path.map((frame) => frames.column[frame])).toEqual([0, 0, 4]);
    expect(Array.from(functions.startLine)).toEqual([2, 7, 11]);
    expect([mappings.start[0], mappings.limit[0], mappings.offset[0]]).toEqual([
      0x400000n,
      0x500000n,
      0x1000n,
    ]);
    expect(textAt(profile, mappings.file[0] as number)).toBe('/bin/app');
  });

  it('reads repeated numbers packed, unpacked and mixed', () => {
    const two = [sampleType, sampleType];
    for (const sample of [
      { 1: packed(7, 9), 2: packed(5, -6) },
      { 1: [7, 9], 2: [5, -6] },
      { 1: [packed(7), 9], 2: [5, packed(-6)] },
    ]) {
      const profile = parse({ 1: two, 2: sample });
      expect(foldedPicture(profile, 0)).toBe('main;work;inner 5');
      expect(foldedPicture(profile, 1)).toBe('main;work;inner -6');
    }
  });

  it('takes any u64 as an id', () => {
    const ids = [2n ** 64n - 1n, 2n ** 40n + 1n, 2 ** 21 + 5, 128];
    const locations = ids.map((id, row) => ({
      1: id,
      3: row + 1,
      4: { 1: 2n ** 63n + BigInt(row) },
    }));
    const functions = ids.map((_, row) => ({ 1: 2n ** 63n + BigInt(row), 2: row + 3 }));
    const profile = parse({ 2: { 1: packed(...ids), 2: packed(1) }, 4: locations, 5: functions });
    expect(foldedPicture(profile)).toBe('app.go;inner;work;main 1');
  });

  it('keeps addresses that no mapping holds, above 2^53 too', () => {
    const kernel = 0xffffffff81000123n;
    const profile = parse({
      3: [],
      4: [
        { 1: 7, 3: kernel },
        { 1: 9, 3: 0x123456789ab },
      ],
    });
    const { frames, mappings } = profile;
    const absolute = Array.from(frames.address, (address, frame) => {
      return (mappings.start[frames.mapping[frame] as number] ?? 0n) + BigInt(address);
    });
    expect(absolute).toEqual([kernel, 0x123456789abn]);
    expect(Math.max(...frames.address)).toBeLessThan(2 ** 53);
  });

  it('lists a mapping again for an address its start cannot reach', () => {
    const profile = parse({
      4: [
        { 1: 7, 2: 1, 3: 0x1000 },
        { 1: 9, 2: 1, 3: 0xffffffff81000123n },
      ],
    });
    expect(Array.from(profile.mappings.start)).toEqual([0x400000n, 0n, 0xffffffff00000000n]);
    expect(Array.from(profile.frames.address)).toEqual([0x1000, 0x81000123]);
    expect(codes(profile)).toEqual(['address-outside-mapping']);
  });

  it('reads labels of both kinds, and the thread they speak of', () => {
    const profile = parse({
      2: {
        1: packed(7),
        2: packed(1),
        3: [
          { 1: 8, 2: 9 },
          { 1: 10, 3: -3, 4: 11 },
          { 1: 12, 3: 42 },
          { 1: 13, 2: 14 },
        ],
      },
      6: [...strings, 'user', 'ann', 'size', 'bytes', 'pid', 'process', 'app'],
    });
    const { labelSets, threads } = profile;
    const texts = (column: Int32Array) => Array.from(column, (row) => textAt(profile, row));
    expect(texts(labelSets.key)).toEqual(['user', 'size', 'pid', 'process']);
    expect(texts(labelSets.text)).toEqual(['ann', '', '', 'app']);
    expect(Array.from(labelSets.number)).toEqual([0n, -3n, 42n, 0n]);
    expect(texts(labelSets.unit)).toEqual(['', 'bytes', '', '']);
    expect(Array.from(threads.pid)).toEqual([42]);
    expect(texts(threads.processName)).toEqual(['app']);
  });

  it('keeps what is said of the whole profile', () => {
    const profile = parse({
      7: 3,
      8: 4,
      9: 1_700_000_000_123_456_789n,
      10: 2_000_000_000,
      11: sampleType,
      12: 10_000_000,
      13: [packed(5, 6), 4],
      14: 1,
      15: 7,
    });
    expect(profile.meta).toMatchObject({
      dropFrames: 'main',
      keepFrames: 'work',
      startEpochNs: 1_700_000_000_123_456_789n,
      durationNs: 2e9,
      periodType: { name: 'cpu', unit: 'nanoseconds' },
      period: 1e7,
      comments: ['inner', 'app.go', 'work'],
      defaultValueType: 0,
      docUrl: '/bin/app',
    });
  });

  it('reads a profile without samples, strings or anything', () => {
    expect(parsePprof(messageBytes({ 1: sampleType, 6: strings })).samples.length).toBe(0);
    expect(parsePprof(new Uint8Array(0)).samples.length).toBe(0);
    expect(parsePprof(messageBytes({ 1: {}, 2: { 2: 1 } })).samples.stack[0]).toBe(-1);
  });

  it('joins a message cut in pieces', () => {
    const whole = message();
    const pieces = Object.keys(whole).map((field) =>
      messageBytes({ [Number(field)]: whole[Number(field)] ?? [] }),
    );
    const bytes = Uint8Array.from(pieces.reverse().flatMap((piece) => [...piece]));
    expect(parsePprof(bytes).stacks).toEqual(parse().stacks);
  });

  it('refuses what has no right reading, with the place', () => {
    refused({ 2: { 1: packed(8), 2: packed(5) } }, 'a sample names a location that is not there');
    refused({ 2: { 1: packed(7), 2: packed(5, 6) } }, 'a sample of 2 values where 1 are declared');
    refused({ 4: [{ 1: 7 }, { 1: 7 }] }, 'a second row with id 7');
    refused({ 4: { 3: 1 } }, 'profile location at 0x26: the reserved id 0');
    refused({ 5: { 1: 1, 2: 99 } }, 'name is string 99 of 8');
    refused({ 6: ['cpu'] }, 'the first string is not empty');
    refused({ 9: [1, 2] }, 'two profiles one after the other');
  });

  it('counts what it reads but cannot keep', () => {
    expect(codes(parse({ 2: { 1: packed(7), 2: packed(2n ** 62n) } }))).toEqual([
      'value-beyond-2^53',
    ]);
    expect(codes(parse({ 4: [{ 1: 7, 2: 5, 4: { 1: 99 } }, { 1: 9 }] }))).toEqual([
      'missing-function',
      'missing-mapping',
    ]);
    expect(codes(parse({ 14: 6, 99: 1 }))).toEqual(['unknown-default', 'unknown-field']);
  });

  it('shows bytes that are not UTF-8 and counts the string', () => {
    const bytes = messageBytes(
      message({ 6: [...strings.slice(0, 3), 'ma\u00ef', ...strings.slice(4)] }),
    );
    const at = bytes.indexOf(0xc3);
    bytes[at] = 0xff;
    const profile = parsePprof(bytes);
    expect(foldedPicture(profile)).toBe('ma\ufffd\ufffd;work;inner 5');
    expect(codes(profile)).toEqual(['invalid-utf8']);
  });

  it('reads a recording of the Go runtime', () => {
    const profile = parsePprof(recordedBytes('go-allocs.pb.gz'));
    expect(profile.valueTypes.map((type) => type.name)).toEqual([
      'alloc_objects',
      'alloc_space',
      'inuse_objects',
      'inuse_space',
    ]);
    expect(profile.valueTypes[profile.meta.defaultValueType]?.name).toBe('alloc_space');
  });
});
