import { fsyncSync, ftruncateSync, readSync, writeSync, writevSync } from 'node:fs';
import process from 'node:process';
import { dataSizeOffset } from '../../perf/file-writer.ts';
import { encodeFinishedRound } from '../../perf/file-writer-records.ts';
import { errorCode } from '../file-errors.ts';
import type { Sys } from '../sys/sys.ts';
import { OtherRoots } from './other-roots.ts';
import { PollSet } from './poll-set.ts';
import { RecordTally, type Tally } from './record-tally.ts';
import { Ring, type RingPlace } from './ring.ts';

export interface DrainedRing extends RingPlace {
  /** Events that write into it; the first still alive is polled. */
  readonly fds: readonly number[];
}

export interface DrainJob {
  readonly rings: readonly DrainedRing[];
  /** The open perf.data. */
  readonly output: number;
  readonly dataOffset: number;
  /** Bytes of records already there. */
  readonly dataSize: number;
  /** Kept free at the end when the disk is full. */
  readonly reserveBytes: number;
  /** One word: not 0 means drain once more and end. */
  readonly stop: SharedArrayBuffer;
  /** Readable when `stop` changed. */
  readonly wakeFd: number;
  readonly sampleTimeOffset: number;
}

export interface Drained {
  readonly dataSize: number;
  readonly wakeups: number;
  readonly tally: Tally;
  /** Open root folders of processes in containers. */
  readonly roots: readonly number[];
  /** Why writing ended early (`ENOSPC`), if it did. */
  readonly failure: string | undefined;
}

/** Data below the watermark are fetched this often, and the header brought up to date. */
export const checkpointMs = 250;

/**
 * Moves records from rings to a file as they are, until told to stop or until everything watched has
 * ended. Every state of the file on the way is a valid perf.data of what the header
 * says, so a recorder that is killed loses a quarter of a second.
 */
export class Drain {
  readonly #job: DrainJob;
  readonly #rings: readonly Ring[];
  readonly #heads: Float64Array;
  readonly #poll: PollSet;
  readonly #stop: Int32Array;
  readonly #tally: RecordTally;
  readonly #roots = new OtherRoots();
  readonly #round = encodeFinishedRound();
  readonly #size = new BigUint64Array(1);
  #dataSize: number;
  /** Ends of whole rounds: where walking records may start. */
  #lastRound: number;
  #roundBefore: number;
  #failure: string | undefined;
  #checkpoint = nowMs();
  #isLast = false;

  constructor(sys: Sys, job: DrainJob) {
    this.#job = job;
    this.#rings = job.rings.map((place) => new Ring(sys, place));
    this.#heads = new Float64Array(job.rings.length);
    this.#poll = new PollSet(
      sys,
      job.rings.map(({ fds }) => fds),
      job.wakeFd,
    );
    this.#stop = new Int32Array(job.stop);
    this.#tally = new RecordTally(job.sampleTimeOffset, (pid) => this.#roots.visit(pid));
    this.#dataSize = job.dataSize;
    this.#lastRound = job.dataSize;
    this.#roundBefore = job.dataSize;
  }

  /** Blocks its thread until all is over. */
  run(): Drained {
    while (!this.step(checkpointMs)) {
      // Each step waits by itself.
    }
    return this.finish();
  }

  /**
   * Empties the rings, then waits for more, but no longer than that; true when there is nothing left to
   * wait for. Also ends early at a signal.
   */
  step(timeoutMs: number): boolean {
    // Read before draining: events are disabled before it is set, so this round has their last records.
    this.#isLast ||= Atomics.load(this.#stop, 0) !== 0;
    this.#drainAll();
    if (this.#isLast || this.#failure !== undefined) return true;
    const now = nowMs();
    if (now - this.#checkpoint >= checkpointMs) {
      this.#updateHeader();
      this.#checkpoint = now;
    }
    this.#isLast = this.#poll.wait(timeoutMs) === 'over';
    return false;
  }

  /** After the last step. */
  finish(): Drained {
    if (this.#failure !== undefined) this.#cutToWholeRecords();
    this.#updateHeader();
    return {
      dataSize: this.#dataSize,
      wakeups: this.#poll.wakeups,
      tally: this.#tally.result(),
      roots: this.#roots.held,
      failure: this.#failure,
    };
  }

  /** One round: everything that is in the rings now, then the mark that says so. */
  #drainAll(): void {
    const pieces: Uint8Array[] = [];
    let length = 0;
    this.#rings.forEach((ring, index) => {
      const tail = ring.tail();
      const head = ring.head();
      this.#heads[index] = head;
      if (head === tail) return;
      this.#tally.count(ring.words, ring.bytes, tail, head);
      pieces.push(...ring.slices(tail, head));
      length += head - tail;
    });
    if (length === 0) return;
    pieces.push(this.#round);
    if (!this.#write(pieces)) return;
    this.#rings.forEach((ring, index) => {
      ring.consume(this.#heads[index] as number);
    });
    this.#roundBefore = this.#lastRound;
    this.#lastRound = this.#dataSize;
  }

  /** All of them, however little each call takes; false when the disk takes no more. */
  #write(pieces: Uint8Array[]): boolean {
    let rest = pieces;
    while (rest.length > 0) {
      try {
        const position = this.#job.dataOffset + this.#dataSize;
        const written = writevSync(this.#job.output, rest, position);
        this.#dataSize += written;
        rest = afterBytes(rest, written);
      } catch (error) {
        const code = errorCode(error);
        if (code === 'EINTR' || code === 'EAGAIN') continue;
        this.#failure = code === '' ? String(error) : code;
        return false;
      }
    }
    return true;
  }

  #updateHeader(): void {
    this.#size[0] = BigInt(this.#dataSize);
    try {
      writeSync(this.#job.output, new Uint8Array(this.#size.buffer), 0, 8, dataSizeOffset);
    } catch (error) {
      this.#failure ??= errorCode(error);
    }
  }

  /**
   * After a write that failed half-way: keeps the last whole record that leaves `reserveBytes` free, so
   * that the table of features still fits. Records are found by walking from the end of a whole round.
   */
  #cutToWholeRecords(): void {
    const { output, dataOffset, reserveBytes } = this.#job;
    const limit = this.#dataSize - reserveBytes;
    const from = this.#lastRound <= limit ? this.#lastRound : this.#roundBefore;
    const end = lastRecordEnd(output, dataOffset, from, Math.max(from, limit));
    this.#dataSize = end;
    ftruncateSync(output, dataOffset + end);
    fsyncSync(output);
  }
}

/** `performance` would have to be loaded first. */
function nowMs(): number {
  return process.uptime() * 1000;
}

function afterBytes(pieces: Uint8Array[], count: number): Uint8Array[] {
  let index = 0;
  while (index < pieces.length && count >= (pieces[index] as Uint8Array).length) {
    count -= (pieces[index] as Uint8Array).length;
    index++;
  }
  const rest = pieces.slice(index);
  if (count > 0 && rest[0] !== undefined) rest[0] = rest[0].subarray(count);
  return rest;
}

/** Positions count from the start of the data. */
function lastRecordEnd(file: number, dataOffset: number, from: number, limit: number): number {
  const header = Buffer.alloc(8);
  let end = from;
  while (end + 8 <= limit) {
    if (readSync(file, header, 0, 8, dataOffset + end) < 8) break;
    const size = header.readUInt16LE(6);
    if (size < 8 || end + size > limit) break;
    end += size;
  }
  return end;
}
