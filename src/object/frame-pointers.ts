import { type ElfFile, findSection, sectionBytes } from './elf-file.ts';
import { parseFunctionSymbols } from './elf-symbols.ts';

/** How many functions were looked at, and how many of them set up a frame pointer. */
export interface FramePointerCount {
  readonly functions: number;
  readonly withPointer: number;
}

/** Smaller ones are stubs and leaves, which even `-fno-omit-frame-pointer` may spare. */
const smallestFunction = 48;
const mostFunctions = 2000;
/** Bytes of a function in which the frame is set up; compilers save registers first. */
const prologueBytes = 32;

/**
 * Looks at how functions begin. Spread over the whole table: an image mixes objects of different
 * flags, and its first functions are the compiler's own start-up code.
 */
export function countFramePointers(elf: ElfFile): FramePointerCount {
  const text = findSection(elf, '.text');
  const setsPointer = elf.machine === 'aarch64' ? setsPointerArm : setsPointerX86;
  if (text === undefined || !(elf.machine === 'aarch64' || elf.machine === 'x86-64')) {
    return { functions: 0, withPointer: 0 };
  }
  const symbols = parseFunctionSymbols(elf);
  const start = Number(text.address);
  const rows: number[] = [];
  for (let row = 0; row < symbols.length; row++) {
    const at = (symbols.address[row] as number) - start;
    const size = symbols.size[row] as number;
    if (size >= smallestFunction && at >= 0 && at + prologueBytes <= text.size) rows.push(at);
  }
  const step = Math.max(1, Math.floor(rows.length / mostFunctions));
  const bytes = rows.length === 0 ? new Uint8Array(0) : sectionBytes(elf, text);
  let functions = 0;
  let withPointer = 0;
  for (let at = 0; at < rows.length; at += step) {
    const offset = rows[at] ?? 0;
    functions++;
    if (setsPointer(bytes.subarray(offset, offset + prologueBytes))) withPointer++;
  }
  return { functions, withPointer };
}

/** `mov %rsp,%rbp` in either encoding, after `push %rbp`. */
function setsPointerX86(prologue: Uint8Array): boolean {
  const push = prologue.indexOf(0x55);
  if (push < 0) return false;
  for (let at = push + 1; at + 2 < prologue.length; at++) {
    if (prologue[at] !== 0x48) continue;
    if (prologue[at + 1] === 0x89 && prologue[at + 2] === 0xe5) return true;
    if (prologue[at + 1] === 0x8b && prologue[at + 2] === 0xec) return true;
  }
  return false;
}

/** `mov x29, sp` or `add x29, sp, #n`. */
function setsPointerArm(prologue: Uint8Array): boolean {
  const view = new DataView(prologue.buffer, prologue.byteOffset, prologue.byteLength);
  for (let at = 0; at + 4 <= prologue.length; at += 4) {
    if ((view.getUint32(at, true) & 0xffc003ff) >>> 0 === 0x910003fd) return true;
  }
  return false;
}
