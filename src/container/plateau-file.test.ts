import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { ToolError } from '../base/tool-error.ts';
import { noLabels, none, type Profile, ProfileBuilder } from '../profile/index.ts';
import { addPath, profileFromPicture } from '../profile/testing/picture.ts';
import { arbitraryProfile } from './testing/arbitrary-profile.ts';
import { plateauBytes, plateauProfile } from './testing/file-bytes.ts';
import { streamCodec } from './testing/stream-codec.ts';

/** Time-ordered samples as a CPU profiler makes them. */
function recording(rows: number): Profile {
  const random = seededRandom(7);
  const builder = new ProfileBuilder();
  const type = builder.addValueType('cpu', 'nanoseconds');
  const stacks = Array.from({ length: 300 }, (_, index) =>
    addPath(builder, ['main', `f${index % 17}`, `g${index}`]),
  );
  const threads = [1, 2, 3].map((tid) => builder.addThread({ pid: 1, tid }));
  let time = 5e9;
  for (let row = 0; row < rows; row++) {
    const stack = stacks[Math.floor(random() ** 2 * stacks.length)] ?? none;
    const sample = builder.addSample(stack, threads[row % 3] ?? none, noLabels);
    time += 1e6 + Math.floor(random() * 1e5);
    builder.samples.setTime(sample, time);
    builder.samples.setCpu(sample, Math.floor(random() * 4));
    builder.samples.addValue(sample, type, 1_000_003);
  }
  return builder.finish();
}

describe('the .plateau file', () => {
  it('gives back any profile exactly, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryProfile,
        fc.integer({ min: 1, max: 5000 }),
        async (profile, size) => {
          expect(await plateauProfile(await plateauBytes(profile), size)).toEqual(profile);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('gives back a profile of several blocks per column', async () => {
    const profile = recording(300_000);
    const bytes = await plateauBytes(profile);
    expect(bytes.length / profile.samples.length).toBeLessThan(6);
    const read = await plateauProfile(bytes);
    for (const column of ['stack', 'thread', 'timeNs', 'cpu'] as const) {
      expect(Buffer.compare(bytesOf(read.samples[column]), bytesOf(profile.samples[column]))).toBe(
        0,
      );
    }
    expect(read.samples.values[0]?.every((value) => value === 1_000_003)).toBe(true);
  });

  it('is the same file to a browser, both ways', async () => {
    const profile = recording(2000);
    const fromNode = await plateauProfile(await plateauBytes(profile), 1 << 20, streamCodec);
    expect(fromNode).toEqual(profile);
    expect(await plateauProfile(await plateauBytes(profile, streamCodec))).toEqual(profile);
  });

  it('writes the same bytes for the same profile', async () => {
    const profile = profileFromPicture('main main\nparse eval');
    const bytes = await plateauBytes(profile);
    expect(await plateauBytes(await plateauProfile(bytes))).toEqual(bytes);
  });

  it('refuses a file cut anywhere, and says in which section', async () => {
    const bytes = await plateauBytes(recording(50));
    for (let length = 0; length < bytes.length; length++) {
      const error = await failure(bytes.subarray(0, length));
      expect(error.message).toMatch(/ at 0x[0-9a-f]+: /);
    }
    const cut = await failure(bytes.subarray(0, bytes.length >> 1));
    expect(cut.message).toMatch(/^truncated (what follows )?[a-z]+\.[a-zA-Z.]+ at 0x/);
  });

  it('refuses a file with any one bit flipped', async () => {
    const bytes = await plateauBytes(recording(20));
    for (let at = 0; at < bytes.length; at++) {
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] as number) ^ (1 << (at % 8));
      await failure(flipped);
    }
  });

  it('refuses bytes after the end', async () => {
    const bytes = await plateauBytes(recording(5));
    expect((await failure(new Uint8Array([...bytes, 10]))).message).toContain('truncated');
  });
});

async function failure(bytes: Uint8Array): Promise<ToolError> {
  const error = await plateauProfile(bytes).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ToolError);
  return error as ToolError;
}

function bytesOf(column: Int32Array | Float64Array | null): Uint8Array {
  return column === null
    ? new Uint8Array(0)
    : new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}
