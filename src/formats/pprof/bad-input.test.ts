import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/random.ts';
import { ToolError } from '../../base/tool-error.ts';
import { detectBytes } from '../format.ts';
import { detectPprof } from './detect.ts';
import { fuzzTarget } from './parse.fuzz.ts';
import { parsePprof } from './parse.ts';
import { encoded } from './testing/encoded.ts';
import { messageBytes, packed, packedList } from './testing/profile-message.ts';
import { pprofRecordings, recordedBytes } from './testing/recordings.ts';

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Reads, or gives the one kind of error a reader may throw. */
function errorOf(bytes: Uint8Array): ToolError | undefined {
  try {
    fuzzTarget.run(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}

describe('a damaged pprof file', () => {
  it.each(pprofRecordings())('%s cut at every sixteenth says where', (name) => {
    const whole = recordedBytes(name);
    const failures = Array.from({ length: 15 }, (_, part) => {
      const error = errorOf(whole.subarray(0, Math.floor((whole.length * (part + 1)) / 16)));
      if (error !== undefined) expect(error.offset).toBeGreaterThan(0);
      return error;
    });
    // A cut between the last fields, after the string table, loses nothing that is missed.
    expect(failures.filter((error) => error !== undefined).length).toBeGreaterThanOrEqual(14);
  });

  it('of random or flipped bytes is an error or a profile, never anything else', () => {
    const random = seededRandom(7);
    const seeds = fuzzTarget.seeds();
    for (let round = 0; round < 400; round++) {
      errorOf(Uint8Array.from({ length: round }, () => random() * 256));
      const flipped = (seeds[round % seeds.length] as Uint8Array).slice();
      for (let flip = 0; flip <= round % 5; flip++) {
        flipped[Math.floor(random() * flipped.length)] = random() * 256;
      }
      errorOf(flipped);
    }
  });

  it('with a length of 2^40 or 2^63 asks for no memory', () => {
    for (const field of [1, 2, 3, 4, 5, 6, 11, 13]) {
      for (const size of [
        [0x80, 0x80, 0x80, 0x80, 0x80, 0x20],
        [...Array(9).fill(0x80), 1],
      ]) {
        const error = errorOf(Uint8Array.from([field * 8 + 2, ...(size as number[]), 0]));
        expect(error?.message).toMatch(/of \d+ bytes where 1 are left/);
      }
    }
  });

  it('with absurd ids and references is refused or read, quickly', () => {
    const most = 2n ** 64n - 1n;
    const strings = ['', 'a'];
    expect(errorOf(messageBytes({ 6: strings, 7: most }))?.message).toContain(
      'drop_frames is string',
    );
    expect(errorOf(messageBytes({ 6: strings, 5: { 1: 1, 2: most } }))?.code).toBe(
      'malformed-input',
    );
    expect(errorOf(messageBytes({ 1: {}, 2: { 1: most, 2: 0 } }))?.code).toBe('malformed-input');
    expect(
      errorOf(messageBytes({ 4: { 1: most, 2: most, 4: { 1: most, 2: most } } })),
    ).toBeUndefined();
  });

  it('with a stack of a million frames is read and written without recursion', () => {
    const deep = Array.from({ length: 1_000_000 }, (_, at) => (at % 2) + 1);
    const bytes = messageBytes({
      1: {},
      2: { 1: packedList(deep), 2: packed(1) },
      4: [{ 1: 1 }, { 1: 2, 3: 5 }],
    });
    const profile = parsePprof(bytes);
    expect(profile.stacks.length).toBe(1_000_000);
    expect(encoded(profile).length).toBeGreaterThan(1_000_000);
  });
});

describe('detectPprof', () => {
  it.each(pprofRecordings())('is certain of %s, whole or in part', (name) => {
    const bytes = recordedBytes(name);
    expect(detectPprof(bytes.subarray(0, detectBytes))).toBe('certain');
    expect(detectPprof(bytes.subarray(0, bytes.length / 2))).toBe('certain');
  });

  it('knows an empty profile', () => {
    expect(detectPprof(messageBytes({ 6: '' }))).toBe('likely');
    expect(detectPprof(messageBytes({ 1: { 1: 1, 2: 2 }, 6: ['', 'cpu', 'ns'] }))).toBe('certain');
  });

  it('leaves text, JSON and other formats alone', () => {
    for (const text of [
      '',
      '\n',
      '{"nodes":[]}',
      '[1,2]',
      'main;parse 12\n',
      '\nmain 1 2\n',
      '"quoted" 3\n',
      '* heading\n',
      '2 apples 3\n',
      'perf 1234 [000] 1.0: cycles:\n',
      'PERFILE2\u0000\u0000',
      'PLATEAU\u0000',
    ]) {
      expect(detectPprof(ascii(text)), text).toBe('no');
    }
  });

  it('takes random bytes for a profile less than once in a thousand', () => {
    const random = seededRandom(3);
    let claimed = 0;
    for (let round = 0; round < 3000; round++) {
      const bytes = Uint8Array.from({ length: 4096 >> (round % 6) }, () => random() * 256);
      if (detectPprof(bytes) !== 'no') claimed++;
    }
    expect(claimed).toBeLessThan(3);
  });
});
