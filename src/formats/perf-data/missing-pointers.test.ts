import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../base/diagnostics.ts';
import { sourceOf } from '../../object/byte-source.ts';
import { sampleBits } from '../../perf/attr-table.ts';
import { zlibCodec } from '../../platform/zlib-codec.ts';
import { codeImage, imageSize } from '../../unwind/testing/code-image.ts';
import { perfDataReader } from './parse.ts';
import { type MadeRecord, pipeRecording, u32, usualSample } from './testing/recording-bytes.ts';

const userContext = -512n;
const kernelContext = -128n;
const base = 0x5555_0000_0000;
const syscall = 0xffff_ffff_8000_1000n;
/** 0x1000 is found by rsp + 8, 0x1100 by rbp + 16 (DW_CFA_def_cfa 6 16). */
const functions = [
  { at: 0x1000, program: [] },
  { at: 0x1100, program: [0x0c, 6, 16] },
];
const program: MadeRecord = {
  type: 10,
  fields: [u32(10, 10), base, imageSize, 0, 0, 0, 0, u32(5, 2), '/bin/app', u32(10, 10), 1, 7],
};

function sample(svma: number, inKernel: boolean): MadeRecord {
  const ip = base + svma;
  const chain = [...(inKernel ? [kernelContext, syscall] : []), userContext, ip, base + 0x1150];
  const fields = [7, inKernel ? syscall : ip, u32(10, 11), 5, 1000, chain.length, ...chain];
  return { type: 9, misc: inKernel ? 1 : 2, fields };
}

/** What is said of the samples at these addresses. */
async function doubts(
  svmas: readonly number[],
  { machine = 62, inKernel = false, sampleType = usualSample } = {},
): Promise<readonly Diagnostic[]> {
  const image = sourceOf(codeImage(functions, machine));
  const records = svmas.map((svma) => sample(svma, inKernel));
  const bytes = pipeRecording([{ attr: { sampleType }, ids: [7] }], [program, ...records]);
  const reader = perfDataReader({ timeline: false, codec: zlibCodec, openImage: () => image });
  reader.push(bytes);
  const { meta } = await reader.finish();
  return meta.health.diagnostics.filter(({ code }) => code.startsWith('no-frame-pointers'));
}

describe('stacks by frame pointers', () => {
  it('are doubted where most samples are in code that keeps none', async () => {
    const [doubt, ...more] = await doubts([0x1005, 0x1006, 0x1105]);
    expect(doubt).toMatchObject({ code: 'no-frame-pointers:app', count: 2 });
    expect(doubt?.message).toContain('--call-graph dwarf');
    expect(more).toEqual([]);
  });

  it('are doubted by the user frame below the kernel', async () => {
    expect(await doubts([0x1005], { inKernel: true })).toMatchObject([{ count: 1 }]);
  });

  it('are believed where few samples are in a prologue', async () => {
    expect(await doubts([0x1005, 0x1105, 0x1106])).toEqual([]);
  });

  it('are believed on AArch64, and not looked at where there are none', async () => {
    expect(await doubts([0x1005], { machine: 183 })).toEqual([]);
    expect(await doubts([0x1005], { sampleType: usualSample & ~sampleBits.callchain })).toEqual([]);
  });
});
