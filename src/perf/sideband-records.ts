import { hexadecimal } from '../base/hexadecimal.ts';
import type { RecordBlock } from './record-blocks.ts';
import { miscBits, recordTypes } from './record-table.ts';

const utf8 = new TextDecoder('utf-8');
const executableProtection = 4;

/** MMAP and MMAP2. Addresses are Avma. */
export interface MmapRecord {
  /** -1 = the kernel. */
  readonly pid: number;
  readonly tid: number;
  readonly start: bigint;
  readonly length: bigint;
  readonly fileOffset: bigint;
  readonly path: string;
  /** In hexadecimal, '' = not recorded. */
  readonly buildId: string;
  readonly executable: boolean;
}

export interface CommRecord {
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
  /** The process has begun another program. */
  readonly isExec: boolean;
}

/** FORK and EXIT. */
export interface TaskRecord {
  readonly pid: number;
  readonly parentPid: number;
  readonly tid: number;
  readonly parentTid: number;
  readonly timeNs: number;
}

/** Code that came into or left the running kernel: BPF programs, trampolines. */
export interface KernelSymbolRecord {
  readonly start: bigint;
  readonly length: number;
  readonly name: string;
  readonly isGone: boolean;
}

export interface NamespacesRecord {
  readonly pid: number;
  readonly tid: number;
  /** Inode numbers in the kernel's order: net, uts, ipc, pid, user, mnt, cgroup. */
  readonly inodes: readonly bigint[];
}

/** One record that is not a sample: its body, without the header and the `sample_id` at its end. */
export interface RecordBody {
  readonly block: RecordBlock;
  readonly misc: number;
  /** Index of the first byte behind the header. */
  readonly start: number;
  readonly end: number;
}

/** Undefined when the record is too short, as are the results of the other functions here. */
export function parseMmap(body: RecordBody, type: number): MmapRecord | undefined {
  const { view } = body.block;
  const at = body.start;
  const isSecond = type === recordTypes.mmap2;
  const nameAt = at + (isSecond ? 64 : 32);
  if (nameAt > body.end) return undefined;
  const hasBuildId = isSecond && (body.misc & miscBits.mmapBuildId) !== 0;
  return {
    pid: view.getInt32(at, true),
    tid: view.getInt32(at + 4, true),
    start: view.getBigUint64(at + 8, true),
    length: view.getBigUint64(at + 16, true),
    fileOffset: view.getBigUint64(at + 24, true),
    path: textAt(body, nameAt),
    buildId: hasBuildId ? hexAt(body, at + 36, view.getUint8(at + 32)) : '',
    executable: isSecond
      ? (view.getUint32(at + 56, true) & executableProtection) !== 0
      : (body.misc & miscBits.mmapData) === 0,
  };
}

export function parseComm(body: RecordBody): CommRecord | undefined {
  const { view } = body.block;
  const at = body.start;
  if (at + 8 > body.end) return undefined;
  return {
    pid: view.getInt32(at, true),
    tid: view.getInt32(at + 4, true),
    name: textAt(body, at + 8),
    isExec: (body.misc & miscBits.commExec) !== 0,
  };
}

export function parseTask(body: RecordBody): TaskRecord | undefined {
  const { view } = body.block;
  const at = body.start;
  if (at + 24 > body.end) return undefined;
  return {
    pid: view.getInt32(at, true),
    parentPid: view.getInt32(at + 4, true),
    tid: view.getInt32(at + 8, true),
    parentTid: view.getInt32(at + 12, true),
    timeNs: Number(view.getBigUint64(at + 16, true)),
  };
}

export function parseKernelSymbol(body: RecordBody): KernelSymbolRecord | undefined {
  const { view } = body.block;
  const at = body.start;
  if (at + 16 > body.end) return undefined;
  return {
    start: view.getBigUint64(at, true),
    length: view.getUint32(at + 8, true),
    name: textAt(body, at + 16),
    isGone: (view.getUint16(at + 14, true) & 1) !== 0,
  };
}

export function parseNamespaces(body: RecordBody): NamespacesRecord | undefined {
  const { view } = body.block;
  const at = body.start;
  if (at + 16 > body.end) return undefined;
  const stated = Number(view.getBigUint64(at + 8, true));
  const count = Math.min(stated, Math.floor((body.end - at - 16) / 16));
  const inodes = Array.from({ length: count }, (_, index) =>
    view.getBigUint64(at + 24 + 16 * index, true),
  );
  return { pid: view.getInt32(at, true), tid: view.getInt32(at + 4, true), inodes };
}

/** CGROUP: what a sample's number stands for. */
export function parseCgroup(body: RecordBody): { id: bigint; path: string } | undefined {
  const at = body.start;
  if (at + 8 > body.end) return undefined;
  return { id: body.block.view.getBigUint64(at, true), path: textAt(body, at + 8) };
}

/** A u64 of the body that counts something: LOST, LOST_SAMPLES. */
export function countAt(body: RecordBody, offset: number): number {
  const at = body.start + offset;
  return at + 8 > body.end ? 0 : Number(body.block.view.getBigUint64(at, true));
}

/** Up to the first zero byte; the padding behind it is the kernel's or perf's. */
function textAt(body: RecordBody, at: number): string {
  const bytes = body.block.bytes.subarray(at, body.end);
  const end = bytes.indexOf(0);
  return utf8.decode(end < 0 ? bytes : bytes.subarray(0, end));
}

function hexAt(body: RecordBody, at: number, size: number): string {
  return hexadecimal(body.block.bytes.subarray(at, at + Math.min(size, 20)));
}
