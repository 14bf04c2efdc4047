import { readFileSync } from 'node:fs';
import { ToolError } from '../base/tool-error.ts';
import { parseEhFrameHeader } from '../dwarf/cfi-header.ts';
import { FdeIndex } from '../dwarf/cfi-index.ts';
import { CallFrames } from '../dwarf/cfi-lookup.ts';
import { CfiSection } from '../dwarf/cfi-section.ts';
import { evaluateExpression } from '../dwarf/expression.ts';
import { findSection, parseElf, sectionBytes, sourceOf } from '../object/index.ts';

const address = 0x1000;
/** What of an input is `.eh_frame_hdr`; the rest is the section. */
const headerBytes = 256;

/** Every row of the section and every expression, and searches through index and header. */
function exercise(input: Uint8Array, name: '.eh_frame' | '.debug_frame'): void {
  const bytes = input.subarray(headerBytes);
  const section = new CfiSection({ name, bytes, address, littleEndian: true, addressSize: 8 });
  const world = { register: (n: number) => BigInt(n * 4096), memory: (at: bigint) => at >> 1n };
  let rows = 0;
  for (const fde of section.fdes()) {
    const { program } = section;
    try {
      program.start(fde);
      while (program.next() && rows++ < 5000) {
        const { cfaExpressionAt: at, cfaExpressionLength: length } = program.row;
        if (length > 0) evaluateExpression(bytes.subarray(at, at + length), true, world, 7n);
      }
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
    }
  }
  const index = new FdeIndex(section);
  index.find(address);
  const header = parseEhFrameHeader(input.subarray(0, headerBytes), address, true, 8);
  const frames = new CallFrames(section, header);
  for (let svma = 0; svma < 0x4000; svma += 1024) {
    runTo(frames.find(svma), svma);
  }
  section.countFdes();
  evaluateExpression(bytes.subarray(0, 200), true, world);
}

function runTo(section: CfiSection | undefined, svma: number): void {
  try {
    section?.program.runTo(section.fde, svma);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
  }
}

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): Promise<void>;
} = {
  name: 'call-frame-information',
  /** Of the program that runs the test: the first entries of both sections. */
  seeds() {
    const elf = parseElf(sourceOf(readFileSync(process.execPath)));
    const part = (name: string, length: number): Uint8Array => {
      const section = findSection(elf, name);
      return section === undefined
        ? new Uint8Array(0)
        : sectionBytes(elf, section).slice(0, length);
    };
    return [Buffer.concat([part('.eh_frame_hdr', headerBytes), part('.eh_frame', 2000)])];
  },
  run(bytes) {
    exercise(bytes, '.debug_frame');
    exercise(bytes, '.eh_frame');
    return Promise.resolve();
  },
};
