import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { parseElf, sourceOf } from '../../src/object/index.ts';
import {
  AddressSpaces,
  FrameTable,
  registerLayout,
  StackUnwinder,
} from '../../src/unwind/index.ts';
import { codeImage } from '../../src/unwind/testing/code-image.ts';
import { hex } from '../unwinding/same-stack.ts';
import { requires } from './requires.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-arm-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const source = new URL('../../fixtures/programs/unwind-corners/arm.c', import.meta.url).pathname;

/** Where qemu puts the code that a handler returns to: no image has it. */
const trampolinePage = 0x55_0080_1000;
const signalReturn = [0x68, 0x11, 0x80, 0xd2, 0x01, 0, 0, 0xd4];

interface Captured {
  readonly name: string;
  readonly words: Int32Array;
  /** Lookup addresses by libgcc's unwinder, which ran in the program itself. */
  readonly expected: readonly number[];
}

/** The program prints four lines per stack: a name, S registers, M stack, T return addresses. */
function run(flags: readonly string[]): { binary: string; captured: Captured[] } {
  const binary = join(folder, `arm${flags.length}`);
  execFileSync('aarch64-linux-gnu-gcc', ['-O2', '-static', ...flags, '-o', binary, source]);
  const output = execFileSync('qemu-aarch64', ['-cpu', 'max', binary], {
    encoding: 'utf8',
    env: { ROOM: 'x'.repeat(10_000) },
  });
  const lines = output.trim().split('\n');
  const captured: Captured[] = [];
  for (let at = 0; at + 3 < lines.length; at += 4)
    captured.push(parseStack(lines.slice(at, at + 4)));
  return { binary, captured };
}

function parseStack([name = '', registers = '', memory = '', truth = '']: string[]): Captured {
  const values = registers.split(' ').slice(1);
  const stack = Buffer.from(memory.slice(2), 'hex');
  const bytes = new Uint8Array(33 * 8 + stack.length);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of values.entries()) view.setBigUint64(at * 8, BigInt(`0x${value}`), true);
  bytes.set(stack, 33 * 8);
  const leaf = Number.parseInt(values[32] ?? '', 16);
  const callers = truth
    .split(' ')
    .slice(1)
    .map((text) => {
      const address = Number.parseInt(text, 16);
      return text.endsWith('S') || address === trampolinePage ? address : address - 1;
    });
  return { name, words: new Int32Array(bytes.buffer), expected: [leaf, ...callers] };
}

function unwind(binary: string, { words }: Captured): { addresses: number[]; end: string } {
  const image = sourceOf(readFileSync(binary));
  const trampoline = sourceOf(codeImage([{ at: 0x1000, code: signalReturn }], 183));
  const spaces = new AddressSpaces(({ path }) => (path === binary ? image : trampoline));
  const [code] = parseElf(image).segments.filter(({ type, flags }) => type === 1 && flags === 5);
  const common = { buildId: '', executable: true };
  const start = Number(code?.address);
  spaces.addMapping(1, 0, {
    ...common,
    start,
    length: code?.fileSize ?? 0,
    fileOffset: 0,
    path: binary,
  });
  const page = { start: trampolinePage, length: 4096, fileOffset: 0x1000, path: '[vdso]' };
  spaces.addMapping(1, 0, { ...common, ...page });
  const table = new FrameTable(spaces);
  const unwinder = new StackUnwinder('aarch64', spaces, table);
  const layout = registerLayout('aarch64', (1n << 33n) - 1n);
  const place = { registersAt: 0, layout, stackAt: 66, stackBytes: 8192 };
  const depth = unwinder.unwind(words, place, spaces.spaceAt(1, 1));
  const rows = Array.from(unwinder.frames.subarray(0, depth));
  return { addresses: rows.map((row) => table.avma(row)), end: unwinder.end };
}

describe('AArch64 stacks equal libgcc`s', () => {
  for (const flags of [[], ['-mbranch-protection=standard'], ['-fomit-frame-pointer', '-Os']]) {
    requires('aarch64-linux-gnu-gcc', 'qemu-aarch64')(`built with [${flags.join(' ')}]`, () => {
      const { binary, captured } = run(flags);
      expect(captured.map(({ name }) => name)).toEqual(['nested', 'variable frame', 'signal']);
      for (const stack of captured) {
        const { addresses, end } = unwind(binary, stack);
        expect(`${stack.name} ${hex(addresses)}`).toBe(`${stack.name} ${hex(stack.expected)}`);
        expect(end).toBe('complete');
      }
    });
  }
});
