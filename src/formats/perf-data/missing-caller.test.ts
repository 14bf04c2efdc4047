import { describe, expect, it } from 'vitest';
import { sourceOf } from '../../object/byte-source.ts';
import { sampleBits } from '../../perf/attr-table.ts';
import { zlibCodec } from '../../platform/zlib-codec.ts';
import type { Profile } from '../../profile/index.ts';
import { codeImage, imageSize } from '../../unwind/testing/code-image.ts';
import { perfDataReader } from './parse.ts';
import {
  type Field,
  type MadeRecord,
  pipeRecording,
  u32,
  usualSample,
} from './testing/recording-bytes.ts';

const userContext = -512n;
const base = 0x5555_0000_0000;
const stackPointer = 0x7fff_0000_1000;
/** x86: bp, sp, ip. */
const registers = 0x1c0n;
const image = sourceOf(
  codeImage([
    { at: 0x1000, program: [] },
    { at: 0x1100, program: [0x0e, 24] },
    { at: 0x1200, program: [0x0e, 16] },
  ]),
);
const program: MadeRecord = {
  type: 10,
  fields: [u32(10, 10), base, imageSize, 0, 0, 0, 0, u32(5, 2), '/bin/a', u32(10, 10), 1, 7],
};

/** `stack` is what was copied from the stack pointer on; undefined: no stack was asked for. */
function sample(chain: readonly number[], stack: readonly number[] | undefined): MadeRecord {
  const ip = base + (chain[0] ?? 0);
  const addresses: Field[] = [userContext, ...chain.map((svma) => base + svma)];
  const fields: Field[] = [7, ip, u32(10, 11), 5, 1000, addresses.length, ...addresses];
  fields.push(2, stackPointer + 0x100, stackPointer, ip);
  if (stack !== undefined) fields.push(stack.length * 8, ...stack, stack.length * 8);
  return { type: 9, misc: 2, fields };
}

/** Svma of the frames, the leaf first. */
async function stackOf(
  chain: readonly number[],
  stack: readonly number[] | undefined,
): Promise<string> {
  const wanted = usualSample | sampleBits.userRegisters;
  const attr = {
    sampleType: stack === undefined ? wanted : wanted | sampleBits.userStack,
    userRegisters: registers,
    userStackSize: 64,
  };
  const bytes = pipeRecording([{ attr, ids: [7] }], [program, sample(chain, stack)]);
  const reader = perfDataReader({ timeline: false, codec: zlibCodec, openImage: () => image });
  reader.push(bytes);
  const profile: Profile = await reader.finish();
  const { stacks, frames, samples } = profile;
  const found: string[] = [];
  for (let row = samples.stack[0] ?? -1; row >= 0; row = stacks.parent[row] ?? -1) {
    found.push((frames.address[stacks.frame[row] ?? -1] ?? -1).toString(16));
  }
  return found.join(' ');
}

describe('a chain of frame pointers with registers', () => {
  // 0x1000 is a leaf without a frame of its own: rbp is still that of its caller's caller.
  it('gets the caller that it lacks, from the copied stack', async () => {
    expect(await stackOf([0x1005, 0x1210], [base + 0x1110])).toBe('1005 110f 120f');
  });

  it('gets all that unwind information finds below its next frame', async () => {
    const stack = [base + 0x1110, 0, 0, base + 0x1220, 0, base + 0x1250];
    expect(await stackOf([0x1005, 0x1250], stack)).toBe('1005 110f 121f 124f');
  });

  it('is left alone when it has the caller', async () => {
    const stack = [base + 0x1110, 0, 0, base + 0x1210];
    expect(await stackOf([0x1005, 0x1110, 0x1210], stack)).toBe('1005 110f 120f');
  });

  it('is left alone, and not added to, where no stack was copied', async () => {
    expect(await stackOf([0x1005, 0x1210], undefined)).toBe('1005 120f');
  });

  it('gets the caller of a lone leaf', async () => {
    expect(await stackOf([0x1005], [base + 0x1110])).toBe('1005 110f');
  });
});
