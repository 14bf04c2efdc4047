import { describe, expect, it } from 'vitest';
import { sourceOf } from '../object/index.ts';
import { AddressSpaces, FrameTable, registerLayout, StackUnwinder } from './index.ts';
import { codeImage, imageSize, type TestFunction } from './testing/code-image.ts';

const base = 0x5555_0000_0000;
const stackTop = 0x7fff_0000_1000;

// DW_CFA_def_cfa_offset n; DW_CFA_offset rbp at CFA - 16; DW_CFA_def_cfa_register r
const cfaAt = (offset: number): number[] => [0x0e, offset];
const savesRbp = [0x86, 2];
const cfaBy = (register: number): number[] => [0x0d, register];
const end = [0x07, 16];

interface Sample {
  readonly ip: number;
  /** From the stack pointer up; addresses of code count from the image, others are as given. */
  readonly stack: readonly (number | bigint)[];
  readonly registers?: Readonly<Record<number, number>>;
  readonly sp?: number;
  readonly stackBytes?: number;
  readonly maxFrames?: number;
}

/** Frames as Svma in the image, then why it ended. */
function unwind(functions: readonly TestFunction[], sample: Sample): string {
  const image = sourceOf(codeImage(functions));
  const spaces = new AddressSpaces(() => image);
  const mapping = { fileOffset: 0, path: '/bin/a', buildId: '', executable: true };
  spaces.addMapping(1, 0, { start: base, length: imageSize, ...mapping });
  const table = new FrameTable(spaces);
  const { maxFrames = 64 } = sample;
  const unwinder = new StackUnwinder('x86-64', spaces, table, { maxFrames });
  const place = { registersAt: 0, layout: registerLayout('x86-64', 0xff0fffn), stackAt: 40 };
  const stackBytes = sample.stackBytes ?? sample.stack.length * 8;
  const depth = unwinder.unwind(wordsOf(sample), { ...place, stackBytes }, spaces.spaceAt(1, 1));
  const rows = Array.from(unwinder.frames.subarray(0, depth));
  const names = rows.map((row) => (table.avma(row) - base).toString(16));
  return [...names, unwinder.end].join(' ');
}

/** By DWARF number, the place among AX BX CX DX SI DI BP SP IP FLAGS CS SS R8 … R15. */
const places = [0, 3, 2, 1, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18, 19, 8];

function wordsOf({ ip, stack, registers = {}, sp = stackTop }: Sample): Int32Array {
  const bytes = new Uint8Array(160 + stack.length * 8 + 8);
  const view = new DataView(bytes.buffer);
  const set = (number: number, value: number): void =>
    view.setBigUint64((places[number] ?? 0) * 8, BigInt(value), true);
  for (const [number, value] of Object.entries(registers)) set(Number(number), value);
  set(7, sp);
  set(16, base + ip);
  stack.forEach((value, at) => {
    view.setBigUint64(160 + at * 8, BigInt(value), true);
  });
  return new Int32Array(bytes.buffer, 0, bytes.length >> 2);
}

const leaf = { at: 0x1000, program: [] };
const middle = { at: 0x1100, program: cfaAt(24) };
const outer = { at: 0x1200, program: end };
const call = (svma: number): number => base + svma;

describe('StackUnwinder on x86-64', () => {
  it('walks by the stack pointer up to the outermost function', () => {
    const stack = [call(0x1110), 1, 2, call(0x1210), 0];
    expect(unwind([leaf, middle, outer], { ip: 0x1005, stack })).toBe('1005 110f 120f complete');
  });

  it('ends at a return address of 0', () => {
    const stack = [call(0x1110), 1, 2, 0];
    expect(unwind([leaf, middle], { ip: 0x1005, stack })).toBe('1005 110f complete');
  });

  it('walks by rbp and restores it', () => {
    const byRbp = { at: 0x1100, program: [...cfaAt(16), ...savesRbp, ...cfaBy(6)] };
    // leaf, then two frames of the same function with locals of different sizes
    const [first, second] = [stackTop + 24, stackTop + 64];
    const stack = [call(0x1110), 7, 7, second, call(0x1120), 7, 7, 7, 0, call(0x1210)];
    const sample = { ip: 0x1005, stack, registers: { 6: first } };
    expect(unwind([leaf, byRbp, outer], sample)).toBe('1005 110f 111f 120f complete');
  });

  it('keeps rbp when its slot is below the stack pointer: after pop rbp', () => {
    const epilogue = { at: 0x1000, program: savesRbp };
    const byRbp = { at: 0x1100, program: [...cfaAt(16), ...savesRbp, ...cfaBy(6)] };
    const stack = [call(0x1110), 7, 0, call(0x1210)];
    const sample = { ip: 0x1005, stack, registers: { 6: stackTop + 16 } };
    expect(unwind([epilogue, byRbp, outer], sample)).toBe('1005 110f 120f complete');
  });

  it('says where a copy was too small', () => {
    const stack = [call(0x1110), 1, 2, call(0x1210)];
    const sample = { ip: 0x1005, stack, stackBytes: 24 };
    expect(unwind([leaf, middle, outer], sample)).toBe('1005 110f cut');
    // A return address in the last word still counts.
    expect(unwind([leaf, middle, outer], { ...sample, stackBytes: 32 })).toContain('120f complete');
    expect(unwind([leaf], { ip: 0x1005, stack: [], stackBytes: 0 })).toBe('1005 cut');
  });

  it('drops a return address that is in no mapping', () => {
    expect(unwind([leaf], { ip: 0x1005, stack: [0x1234] })).toBe('1005 bad-return');
    const absurd = [0x1234_5678_9abc_def0n];
    expect(unwind([leaf], { ip: 0x1005, stack: absurd })).toBe('1005 bad-return');
  });

  it('keeps a leaf that is in no mapping', () => {
    expect(unwind([leaf], { ip: 0x9000, stack: [call(0x1010)] })).toBe('9000 no-map');
  });

  it('stops when a frame is not above the one before', () => {
    const byRbp = { at: 0x1100, program: [...cfaAt(16), ...cfaBy(6)] };
    const stack = [call(0x1110), 1, 2, call(0x1110)];
    const sample = { ip: 0x1005, stack, registers: { 6: stackTop - 64 } };
    expect(unwind([leaf, byRbp], sample)).toBe('1005 110f no-progress');
  });

  it('stops at the limit of depth', () => {
    const stack = Array.from({ length: 100 }, () => call(0x1010));
    expect(unwind([leaf], { ip: 0x1005, stack, maxFrames: 3 })).toBe('1005 100f 100f too-deep');
  });

  it('needs registers', () => {
    const spaces = new AddressSpaces();
    const unwinder = new StackUnwinder('x86-64', spaces, new FrameTable(spaces));
    const layout = registerLayout('x86-64', 0n);
    const place = { registersAt: 0, layout, stackAt: 0, stackBytes: 8 };
    expect(unwinder.unwind(new Int32Array(8), place, 1)).toBe(0);
    expect(unwinder.end).toBe('no-registers');
  });

  it('recovers another register from the frame that saved it', () => {
    // rbx (3) at CFA - 16 in the leaf; the caller's CFA is rbx + 8.
    const saver = { at: 0x1000, program: [...cfaAt(16), 0x83, 2] };
    const byRbx = { at: 0x1100, program: [0x0c, 3, 8] };
    const stack = [stackTop + 32, call(0x1110), 7, 7, call(0x1210)];
    expect(unwind([saver, byRbx, outer], { ip: 0x1005, stack })).toBe('1005 110f 120f complete');
  });

  it('follows an expression that reads the stack', () => {
    // CFA = *(rsp + 8) + 8: breg7 8, deref, plus_uconst 8
    const reads = { at: 0x1000, program: [0x0f, 5, 0x77, 8, 0x06, 0x23, 8] };
    const stack = [7, stackTop + 24, 7, call(0x1210)];
    expect(unwind([reads, outer], { ip: 0x1005, stack })).toBe('1005 120f complete');
  });

  it('knows a PLT stub by its expression', () => {
    const plt = {
      at: 0x1000,
      program: [0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22],
    };
    expect(unwind([plt, outer], { ip: 0x1005, stack: [call(0x1210)] })).toBe('1005 120f complete');
    const pushed = { ip: 0x100b, stack: [7, call(0x1210)] };
    expect(unwind([plt, outer], pushed)).toBe('100b 120f complete');
  });

  it('unwinds from a stack pointer that is not aligned', () => {
    const odd = { at: 0x1000, program: cfaAt(11) };
    const bytes = Buffer.alloc(24);
    bytes.writeBigUInt64LE(BigInt(call(0x1110)), 3);
    bytes.writeBigUInt64LE(BigInt(call(0x1210)), 11);
    const stack = [0, 8, 16].map((at) => bytes.readBigUInt64LE(at));
    const sample = { ip: 0x1005, stack, sp: stackTop + 5, stackBytes: 24 };
    const near = { at: 0x1100, program: [] };
    expect(unwind([odd, near, outer], sample)).toBe('1005 110f 120f complete');
  });

  it('goes on when a row has an unknown instruction', () => {
    const broken = { at: 0x1100, program: [0x3f] };
    const stack = [call(0x1110), 7, 0, call(0x1210)];
    const sample = { ip: 0x1005, stack, registers: { 6: stackTop + 16 } };
    expect(unwind([leaf, broken, outer], sample)).toBe('1005 110f 120f complete');
  });
});

const bare = (...code: number[]): TestFunction => ({ at: 0x1000, code });

describe('StackUnwinder without unwind information', () => {
  const stack = [call(0x1210), 7, 0, call(0x1220)];

  it('takes the return address on top at a function`s first instruction and at its ret', () => {
    expect(unwind([bare(0x55), outer], { ip: 0x1000, stack })).toBe('1000 120f complete');
    const endbr = bare(0xf3, 0x0f, 0x1e, 0xfa, 0x55);
    expect(unwind([endbr, outer], { ip: 0x1000, stack })).toBe('1000 120f complete');
    expect(unwind([bare(0xc3), outer], { ip: 0x1000, stack })).toBe('1000 120f complete');
  });

  it('takes it one word up after push rbp', () => {
    const pushed = [0, call(0x1210)];
    const code = bare(0x55, 0x48, 0x89, 0xe5);
    expect(unwind([code, outer], { ip: 0x1001, stack: pushed })).toBe('1001 120f complete');
  });

  it('knows the parts of a PLT stub', () => {
    const stub = bare(0xff, 0x25, 1, 2, 3, 4, 0x68, 0, 0, 0, 0, 0xe9, 1, 2, 3, 4);
    expect(unwind([stub, outer], { ip: 0x1000, stack })).toBe('1000 120f complete');
    expect(unwind([stub, outer], { ip: 0x1006, stack })).toBe('1006 120f complete');
    const pushed = [3, call(0x1210)];
    expect(unwind([stub, outer], { ip: 0x100b, stack: pushed })).toBe('100b 120f complete');
  });

  it('finds who made a system call, by the call before the return address', () => {
    const clone = bare(0x0f, 0x05, 0x85, 0xc0);
    const registers = { 6: stackTop + 8000 };
    const calls = { at: 0x1200, program: end, code: Array.from({ length: 16 }, () => 0xcc) };
    const calling = (...code: number[]): TestFunction => ({
      ...calls,
      code: [...calls.code.slice(0, 16 - code.length), ...code],
    });
    const sample = { ip: 0x1002, stack, registers };
    const found = '1002 120f complete';
    expect(unwind([clone, calling(0xe8, 1, 2, 3, 4)], sample)).toBe(found);
    expect(unwind([clone, calling(0xff, 0xd0)], sample)).toBe(found);
    expect(unwind([clone, calling(0xff, 0x15, 1, 2, 3, 4)], sample)).toBe(found);
    expect(unwind([clone, calls], sample)).toBe('1002 no-cfi');
    // The stack of a new thread has nothing above.
    expect(unwind([clone, calls], { ...sample, stack: [] })).toBe('1002 no-cfi');
  });

  it('follows rbp when that leads to code', () => {
    const registers = { 6: stackTop + 16 };
    expect(unwind([bare(0x90), outer], { ip: 0x1000, stack, registers })).toBe(
      '1000 121f complete',
    );
    const elsewhere = { ip: 0x1000, stack: [7, 7, 7, 7], registers };
    expect(unwind([bare(0x90)], elsewhere)).toBe('1000 no-cfi');
  });

  it('ends where rbp is 0', () => {
    expect(unwind([bare(0x90)], { ip: 0x1000, stack })).toBe('1000 complete');
  });

  it('knows by its bytes the code a signal handler returns to', () => {
    const restorer = { at: 0x1400, code: [0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05] };
    // The frame of the kernel begins behind the return address; rsp at 160 and rip at 168 of it.
    const frame = Array.from({ length: 26 }, () => 7);
    frame[0] = call(0x1400);
    frame[1 + 160 / 8] = stackTop + 24 * 8;
    frame[1 + 168 / 8] = call(0x1000);
    frame[24] = call(0x1210);
    expect(unwind([leaf, restorer, outer], { ip: 0x1080, stack: frame })).toBe(
      '1080 1400 1000 120f complete',
    );
  });
});

describe('a sample in the system call that ends a signal handler', () => {
  it('finds what was interrupted', () => {
    const restorer = { at: 0x1400, code: [0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05] };
    const frame = Array.from({ length: 26 }, () => 7);
    frame[160 / 8] = stackTop + 24 * 8;
    frame[168 / 8] = call(0x1000);
    frame[24] = call(0x1210);
    expect(unwind([leaf, restorer, outer], { ip: 0x1409, stack: frame })).toBe(
      '1409 1000 120f complete',
    );
  });
});

describe('signal frames with unwind information', () => {
  it('looks up what was interrupted at its own address, even a first instruction', () => {
    // As __restore_rt: CFA = *(rsp + 16), rip at rsp + 8; its FDE begins one byte early.
    const restorer: TestFunction = {
      at: 0x1100,
      isSignal: true,
      program: [0x0f, 3, 0x77, 16, 0x06, 0x10, 16, 2, 0x77, 8],
    };
    const stack = [call(0x1101), 7, call(0x1000), stackTop + 32, call(0x1210)];
    expect(unwind([leaf, restorer, outer], { ip: 0x1020, stack })).toBe(
      '1020 1101 1000 120f complete',
    );
  });

  it('keeps the interrupted frame when the handler ran on another stack', () => {
    const restorer: TestFunction = {
      at: 0x1100,
      isSignal: true,
      program: [0x0f, 3, 0x77, 16, 0x06, 0x10, 16, 2, 0x77, 8],
    };
    const stack = [call(0x1101), 7, call(0x1000), 0x7ffe_0000_0000];
    expect(unwind([leaf, restorer], { ip: 0x1020, stack })).toBe('1020 1101 1000 cut');
  });
});
