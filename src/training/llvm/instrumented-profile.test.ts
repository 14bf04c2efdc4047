import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sectionCodec } from '../../platform/zlib-codec.ts';
import { encodeIndexedProfile } from './encode-indexed.ts';
import { parseIndexedProfile } from './indexed-profile.ts';
import { type FunctionCounters, type InstrumentedProfile, nameOf } from './instrumented-profile.ts';
import { mergeProfiles } from './merge-profiles.ts';
import { kindBits, mostCount, valueKinds } from './profile-table.ts';
import { parseRawProfiles } from './raw-profile.ts';
import { summarize } from './summary.ts';

function bytesOf(name: string): Uint8Array {
  return readFileSync(new URL(`testdata/${name}`, import.meta.url));
}

function only(bytes: Uint8Array): InstrumentedProfile {
  const [profile, ...more] = parseRawProfiles(bytes, sectionCodec);
  expect(more).toEqual([]);
  if (profile === undefined) throw new Error('no profile');
  return profile;
}

function reading(bytes: Uint8Array): () => InstrumentedProfile[] {
  return () => parseRawProfiles(bytes, sectionCodec);
}

function counted({ functions }: InstrumentedProfile, name: string): FunctionCounters {
  const found = functions.find((each) => nameOf(each).endsWith(name));
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

/** Version 9 is version 10 without the fields for virtual tables. */
function asVersion9(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const recordsAt = 128 + Number(view.getBigUint64(16, true));
  const recordCount = Number(view.getBigUint64(24, true));
  const head = Uint8Array.from(bytes.subarray(0, 112));
  const headView = new DataView(head.buffer);
  headView.setUint32(8, 9, true);
  headView.setBigUint64(104, 1n, true);
  const rest = Uint8Array.from(bytes.subarray(128));
  for (let i = 0; i < recordCount; i++) {
    const at = recordsAt - 128 + 64 * i;
    rest.copyWithin(at + 56, at + 60, at + 64);
    rest.fill(0, at + 60, at + 64);
  }
  return Buffer.concat([head, rest]);
}

describe('a raw profile', () => {
  it.each([
    ['calc-v8.profraw', 8],
    ['calc-v10.profraw', 10],
  ])('of %s has names, counters and values', (file, version) => {
    const profile = only(bytesOf(file));
    expect(profile).toMatchObject({ version, kind: kindBits.ir, namelessCount: 0 });
    expect(profile.buildIds[0]).toMatch(/^[0-9a-f]{40}$/);
    expect(profile.functions).toHaveLength(14);
    const add = counted(profile, 'run_add');
    const [, commands] = counted(profile, 'main').sites[valueKinds.callTarget] ?? [];
    const at = commands?.values.indexOf(add.nameHash) ?? -1;
    // 20 runs of 200 commands.
    expect(commands?.counts.reduce((a, b) => a + b)).toBe(4000n);
    expect(commands?.counts[at]).toBe(add.counts[0]);
  });

  it('of version 9 reads as the same of version 10', () => {
    const bytes = bytesOf('calc-v10.profraw');
    expect(only(asVersion9(bytes))).toEqual({ ...only(bytes), version: 9 });
  });

  it('may be several, one after the other', () => {
    const [a, b] = [bytesOf('calc-v10.profraw'), bytesOf('calc-v8.profraw')];
    const profiles = parseRawProfiles(Buffer.concat([a, Buffer.alloc(16), b]), sectionCodec);
    expect(profiles).toEqual([only(a), only(b)]);
  });

  it('says what is wrong with it', () => {
    const bytes = bytesOf('calc-v10.profraw');
    expect(reading(new Uint8Array(0))).toThrow('the raw profile is empty');
    expect(reading(bytes.slice(0, 900))).toThrow(/^truncated .* at 0x/);
    const other = Uint8Array.from(bytes);
    other[8] = 11;
    expect(reading(other)).toThrow('raw profile version 11; 8 to 10 are read');
    const lost = Uint8Array.from(bytes);
    lost[80] = 0; // where the counters were loaded
    expect(reading(lost)).toThrow(/counters of record \d+ lie outside/);
  });
});

describe('merging', () => {
  const profile = only(bytesOf('calc-v10.profraw'));

  it('adds counters and values, the most frequent first', () => {
    const doubled = mergeProfiles([profile, profile]);
    for (const each of doubled.functions) {
      const once = counted(profile, nameOf(each));
      expect(each.counts).toEqual(once.counts.map((count) => 2n * count));
    }
    const [, commands] = counted(doubled, 'main').sites[valueKinds.callTarget] ?? [];
    const counts = commands?.counts ?? [];
    expect(counts).toEqual([...counts].sort((a, b) => Number(b - a)));
    expect(counts.reduce((a, b) => a + b)).toBe(8000n);
  });

  it('stops at the highest count and keeps shapes apart', () => {
    const [first] = profile.functions;
    if (first === undefined) throw new Error('empty');
    const full = { ...first, counts: first.counts.map(() => mostCount - 1n) };
    const reshaped = { ...first, shapeHash: 5n };
    const shorter = { ...first, counts: BigUint64Array.from([...first.counts, 1n]) };
    const merged = mergeProfiles([
      { ...profile, functions: [full, reshaped] },
      { ...profile, functions: [full, shorter] },
    ]);
    expect(merged.functions.map(({ shapeHash }) => shapeHash)).toEqual([first.shapeHash, 5n]);
    expect(merged.functions[0]?.counts.every((count) => count === mostCount)).toBe(true);
    expect(merged).toMatchObject({ mismatchCount: 1, overflowCount: first.counts.length });
    const back = parseIndexedProfile(encodeIndexedProfile(merged));
    expect(back.functions).toEqual(merged.functions);
  });

  it('refuses counters of different kinds', () => {
    expect(() => mergeProfiles([profile, { ...profile, kind: 0n }])).toThrow('different things');
  });
});

describe('an indexed profile', () => {
  it('of llvm-profdata reads as what it was merged from', () => {
    const read = parseIndexedProfile(bytesOf('calc-v12.profdata'));
    const ours = mergeProfiles([only(bytesOf('calc-v10.profraw'))]);
    expect(read).toMatchObject({ version: 12, kind: kindBits.ir, buildIds: ours.buildIds });
    for (const each of read.functions) expect(each).toEqual(counted(ours, nameOf(each)));
    expect(summarize(read.functions)).toEqual(summarize(ours.functions));
    // The version aside, both lay functions out in the same order.
    expect(parseIndexedProfile(encodeIndexedProfile(ours)).functions).toEqual(read.functions);
  });
});
