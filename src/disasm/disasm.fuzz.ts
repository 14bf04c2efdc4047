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
    hex('55 48 89 e5 48 03 04 cf 48 ff c9 75 f7 5d c3'),
    // An EVEX load, a VEX multiply and add, endbr64.
    hex('62 f1 fd 48 6f 44 24 01 c4 e2 75 b8 c2 f3 0f 1e fa'),
    // stp x29,x30; loop: mov x0,#1; cmp; b.ne
    hex('fd 7b be a9 20 00 80 d2 00 04 00 f1 e1 ff ff 54'),
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

function hex(text: string): Uint8Array {
  return Uint8Array.from(text.split(' '), (byte) => Number.parseInt(byte, 16));
}
