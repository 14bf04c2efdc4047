import type { ByteWriter } from '../base/byte-writer.ts';
import { sampleBits } from './attr-table.ts';
import { miscBits, recordTypes } from './record-table.ts';

/** What `sample_id_all` appends to every record that is not a sample, for the bits we know how to fill. */
const trailerFields = [
  sampleBits.tid,
  sampleBits.time,
  sampleBits.id,
  sampleBits.streamId,
  sampleBits.cpu,
  sampleBits.identifier,
];

const utf8 = new TextEncoder();
const header = 8;
/** A name may not make a record exceed what 16 bits count; PATH_MAX is 4096. */
const longestName = 4096;

/**
 * Records that the recorder writes itself, for what was there before the kernel watched. Their time and
 * id are 0, which perf takes as "before everything" and "of the first event".
 */
export class RecordWriter {
  readonly #out: ByteWriter;
  readonly #trailerSize: number;

  constructor(out: ByteWriter, sampleType: number) {
    this.#out = out;
    this.#trailerSize = trailerFields.filter((bit) => (sampleType & bit) !== 0).length * 8;
  }

  comm(pid: number, tid: number, name: string): void {
    const bytes = padded(name);
    this.#begin(recordTypes.comm, 0, 8 + bytes.length);
    this.#out.i32(pid);
    this.#out.i32(tid);
    this.#out.append(bytes);
    this.#trailer();
  }

  /** A mapping of a process that was already running. */
  mmap2(pid: number, mapping: ProcessMapping): void {
    const bytes = padded(mapping.path);
    const isCode = (mapping.protection & protectExecute) !== 0;
    const misc = miscBits.user | (isCode ? 0 : miscBits.mmapData);
    this.#begin(recordTypes.mmap2, misc, 64 + bytes.length);
    this.#out.i32(pid);
    this.#out.i32(pid);
    this.#out.u64(mapping.start);
    this.#out.u64(mapping.end - mapping.start);
    this.#out.u64(mapping.fileOffset);
    this.#out.u32(mapping.major);
    this.#out.u32(mapping.minor);
    this.#out.u64(mapping.inode);
    this.#out.u64(0n);
    this.#out.u32(mapping.protection);
    this.#out.u32(mapping.flags);
    this.#out.append(bytes);
    this.#trailer();
  }

  /** The kernel's own code or a module's: process -1. For the kernel, `pgoff` repeats the address. */
  kernelMmap(start: bigint, length: bigint, pgoff: bigint, name: string): void {
    const bytes = padded(name);
    this.#begin(recordTypes.mmap, miscBits.kernel, 32 + bytes.length);
    this.#out.i32(-1);
    this.#out.i32(0);
    this.#out.u64(start);
    this.#out.u64(length);
    this.#out.u64(pgoff);
    this.#out.append(bytes);
    this.#trailer();
  }

  /** The name of an event, inside the data: what a file keeps whose recorder was killed. */
  eventName(id: bigint, name: string): void {
    const bytes = padded(name);
    this.#out.u32(recordTypes.eventUpdate);
    this.#out.u16(0);
    this.#out.u16(header + 16 + bytes.length);
    this.#out.u64(eventUpdateName);
    this.#out.u64(id);
    this.#out.append(bytes);
  }

  /** Samples that the kernel counted as lost and had no room left to say so. */
  lost(id: bigint, count: number): void {
    this.#begin(recordTypes.lost, 0, 16);
    this.#out.u64(id);
    this.#out.u64(BigInt(count));
    this.#trailer();
  }

  #begin(type: number, misc: number, size: number): void {
    this.#out.u32(type);
    this.#out.u16(misc);
    this.#out.u16(header + size + this.#trailerSize);
  }

  #trailer(): void {
    this.#out.append(new Uint8Array(this.#trailerSize));
  }
}

/** A line of /proc/PID/maps. */
export interface ProcessMapping {
  /** Avma. */
  readonly start: bigint;
  readonly end: bigint;
  readonly protection: number;
  readonly flags: number;
  readonly fileOffset: bigint;
  readonly major: number;
  readonly minor: number;
  readonly inode: bigint;
  readonly path: string;
}

export const protectExecute = 4;
/** `PERF_EVENT_UPDATE__NAME`. */
const eventUpdateName = 2n;

/** Every record before it is older than every record after the next one. */
export function encodeFinishedRound(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(header);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, recordTypes.finishedRound, true);
  view.setUint16(6, header, true);
  return bytes;
}

/** Ends with a NUL at least, on a multiple of eight. */
function padded(name: string): Uint8Array {
  const bytes = utf8.encode(name).subarray(0, longestName);
  const whole = new Uint8Array(Math.ceil((bytes.length + 1) / 8) * 8);
  whole.set(bytes);
  return whole;
}
