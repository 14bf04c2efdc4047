import { createDecoder, disassemble } from './disassemble.ts';
import { flowGraph } from './flow-graph.ts';
import { findLoops } from './loops.ts';

const x86 = createDecoder('x86-64');
const arm = createDecoder('aarch64');

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): Promise<void>;
} = {
  name: 'disasm',
  seeds: () => [
    // push rbp; mov rbp,rsp; loop: add rax,[rdi+rcx*8]; dec rcx; jne loop; pop rbp; ret
    Uint8Array.of(
      0x55,
      0x48,
      0x89,
      0xe5,
      0x48,
      0x03,
      0x04,
      0xcf,
      0x48,
      0xff,
      0xc9,
      0x75,
      0xf7,
      0x5d,
      0xc3,
    ),
    Uint8Array.of(
      0x62,
      0xf1,
      0xfd,
      0x48,
      0x6f,
      0x44,
      0x24,
      0x01,
      0xc4,
      0xe2,
      0x75,
      0xb8,
      0xc2,
      0xf3,
      0x0f,
      0x1e,
      0xfa,
    ),
    Uint8Array.of(
      0xfd,
      0x7b,
      0xbe,
      0xa9,
      0x20,
      0x00,
      0x80,
      0xd2,
      0x00,
      0x04,
      0x00,
      0xf1,
      0xe1,
      0xff,
      0xff,
      0x54,
    ),
  ],
  /** Every byte belongs to one instruction, whatever the bytes are. */
  async run(bytes) {
    for (const decoder of [x86, arm]) {
      for (const syntax of ['intel', 'att'] as const) {
        const instructions = disassemble(decoder, bytes, 0x1000, syntax);
        const covered = instructions.reduce((sum, { length }) => sum + length, 0);
        if (covered !== bytes.length) throw new Error(`${covered} of ${bytes.length} bytes`);
        findLoops(flowGraph(instructions));
      }
    }
  },
};
