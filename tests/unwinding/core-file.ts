import { x86Registers } from '../../src/unwind/x86-64/registers-table.ts';
import type { StackSample } from './perf-samples.ts';

/** user_regs_struct of x86-64, by DWARF number, -1 = not in a sample (sys/user.h). */
const coreRegisters = [
  15, 14, 13, 12, 6, 3, 11, 10, 9, 8, 0, 2, 1, 4, 5, -1, 16, -1, -1, 7, -1, -1, -1, -1, -1, -1, -1,
];
const prStatusSize = 336;
const registersInStatus = 112;

/** A core file of one sample: a thread with its registers, and its stack as the only memory. */
export function encodeCore(sample: StackSample, mask: bigint): Uint8Array {
  const { words, stackAt, stackBytes } = sample;
  const values = registerValues(sample, mask);
  const noteSize = 12 + 8 + prStatusSize;
  const stackOffset = 4096;
  const core = new Uint8Array(stackOffset + stackBytes);
  const view = new DataView(core.buffer);
  core.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  for (const [at, value] of [
    [16, 4], // ET_CORE
    [18, 62], // EM_X86_64
    [52, 64],
    [54, 56],
    [56, 2],
  ] as const) {
    view.setUint16(at, value, true);
  }
  view.setUint32(20, 1, true);
  view.setBigUint64(32, 64n, true);
  encodeSegment(view, 64, { type: 4, flags: 0, offset: 256, address: 0n, size: noteSize });
  const address = values.get(x86Registers.stackPointer) ?? 0n;
  encodeSegment(view, 120, { type: 1, flags: 6, offset: stackOffset, address, size: stackBytes });
  view.setUint32(256, 5, true); // "CORE"
  view.setUint32(260, prStatusSize, true);
  view.setUint32(264, 1, true); // NT_PRSTATUS
  core.set(new TextEncoder().encode('CORE'), 268);
  const status = 256 + 20;
  view.setUint32(status + 32, sample.pid, true);
  coreRegisters.forEach((number, at) => {
    view.setBigUint64(status + registersInStatus + at * 8, values.get(number) ?? 0n, true);
  });
  core.set(new Uint8Array(words.buffer, words.byteOffset + stackAt * 4, stackBytes), stackOffset);
  return core;
}

interface Segment {
  readonly type: number;
  readonly flags: number;
  readonly offset: number;
  readonly address: bigint;
  readonly size: number;
}

function encodeSegment(view: DataView, at: number, segment: Segment): void {
  view.setUint32(at, segment.type, true);
  view.setUint32(at + 4, segment.flags, true);
  view.setBigUint64(at + 8, BigInt(segment.offset), true);
  view.setBigUint64(at + 16, segment.address, true);
  view.setBigUint64(at + 32, BigInt(segment.size), true);
  view.setBigUint64(at + 40, BigInt(segment.size), true);
  view.setBigUint64(at + 48, 1n, true);
}

function registerValues({ words, registersAt }: StackSample, mask: bigint): Map<number, bigint> {
  const values = new Map<number, bigint>();
  let at = registersAt;
  for (let bit = 0; bit < 64; bit++) {
    if (((mask >> BigInt(bit)) & 1n) === 0n) continue;
    const high = BigInt((words[at + 1] as number) >>> 0);
    const value = (high << 32n) | BigInt((words[at] as number) >>> 0);
    values.set(x86Registers.dwarfNumbers[bit] ?? -1, value);
    at += 2;
  }
  return values;
}
