import { assert, present } from '../../base/assert.ts';
import { ToolError } from '../../base/tool-error.ts';
import type { EventAttr } from '../../perf/attr.ts';
import { readBits } from '../../perf/attr-table.ts';
import type { DrainedRing } from '../../platform/perf-events/drain.ts';
import { eventIoctls } from '../../platform/perf-events/event-ioctl-table.ts';
import { readEventId, refusal, tryOpenEvent } from '../../platform/perf-events/open-event.ts';
import {
  openFilesLimit,
  raiseOpenFilesLimit,
} from '../../platform/perf-events/open-files-limit.ts';
import { Ring } from '../../platform/perf-events/ring.ts';
import { errno, errnoName } from '../../platform/sys/errno-table.ts';
import type { Sys } from '../../platform/sys/sys.ts';
import { findForkedThreads } from './capture-forks.ts';
import { placeOf, type Watched } from './capture-target.ts';

/** An event to open on every thread and processor. */
export interface OpenRequest {
  readonly name: string;
  readonly attr: EventAttr;
  /** Of a tracepoint: which occurrences count. */
  readonly filter?: string | undefined;
}

interface CpuRing {
  readonly address: bigint;
  readonly length: number;
  readonly owner: number;
  readonly fds: number[];
}

/** The kernel refused memory for a ring; a smaller one may do. */
export class RingRefused extends Error {
  override readonly name = 'RingRefused';
  readonly errno: number;

  constructor(refused: number) {
    super(`no memory for a ring: ${errnoName(refused)}`);
    this.errno = refused;
  }
}

/**
 * Open events and the rings they write into: one ring per processor, shared by every thread and event
 * there. Owns both; disposed of only after the thread that reads the rings has ended.
 */
export class OpenEvents implements Disposable {
  readonly #sys: Sys;
  readonly #requests: readonly OpenRequest[];
  readonly #rings = new Map<number, CpuRing>();
  /** By event. */
  readonly #fds: number[][];
  readonly #ids: bigint[][];
  readonly #tids = new Set<number>();

  constructor(sys: Sys, requests: readonly OpenRequest[]) {
    this.#sys = sys;
    this.#requests = requests;
    this.#fds = requests.map(() => []);
    this.#ids = requests.map(() => []);
  }

  /**
   * Opens every event on every watched thread and processor. Threads that start meanwhile either
   * inherit (their fork stands in a ring) or are opened too, until there are no new ones.
   */
  open(watched: Watched, ringPages: number): void {
    for (let pass = 0; pass < mostPasses; pass++) {
      const inherited = pass === 0 ? new Set<number>() : this.#forkedThreads();
      const fresh = watched.tids().filter((tid) => !this.#tids.has(tid) && !inherited.has(tid));
      if (fresh.length === 0) break;
      this.#reserveFiles(watched, fresh.length);
      for (const tid of fresh) this.#openThread(watched, tid, ringPages);
    }
    if (this.#rings.size === 0) throw this.#refuse(watched, errno.ESRCH);
  }

  get rings(): DrainedRing[] {
    return [...this.#rings.values()].map(({ address, length, fds }) => ({ address, length, fds }));
  }

  /** By event. */
  get ids(): readonly (readonly bigint[])[] {
    return this.#ids;
  }

  get threads(): number {
    return this.#tids.size;
  }

  enable(): void {
    for (const fd of this.#fds.flat()) this.#sys.ioctl(fd, eventIoctls.enable, 0);
  }

  disable(): void {
    for (const fd of this.#fds.flat()) this.#sys.ioctl(fd, eventIoctls.disable, 0);
  }

  /** Samples lost by each event; undefined before Linux 6.0. */
  readLost(): readonly (number | undefined)[] {
    return this.#requests.map(({ attr }, index) => {
      if ((attr.readFormat & readBits.lost) === 0) return undefined;
      return sum((this.#fds[index] ?? []).map((fd) => this.#readLostOf(fd)));
    });
  }

  [Symbol.dispose](): void {
    for (const { address, length } of this.#rings.values()) this.#sys.munmap(address, length);
    for (const fd of this.#fds.flat()) this.#sys.close(fd);
    this.#rings.clear();
    for (const fds of this.#fds) fds.length = 0;
  }

  #openThread(watched: Watched, tid: number, ringPages: number): void {
    for (const cpu of watched.cpus) {
      for (const index of this.#requests.keys()) {
        const fd = this.#openOne(watched, index, tid, cpu);
        if (fd === undefined) break;
        this.#connect(fd, cpu, ringPages);
      }
    }
    this.#tids.add(tid);
  }

  /** Undefined when the thread has ended or the processor is gone. */
  #openOne(watched: Watched, index: number, tid: number, cpu: number): number | undefined {
    const { attr } = present(this.#requests[index], 'event');
    const fd = tryOpenEvent(this.#sys, attr, placeOf(watched, tid, cpu));
    if (fd === -errno.ESRCH || fd === -errno.ENODEV) return undefined;
    if (fd < 0) throw this.#refuse(watched, -fd, index);
    this.#fds[index]?.push(fd);
    this.#filter(fd, index);
    this.#ids[index]?.push(readEventId(this.#sys, fd));
    return fd;
  }

  #filter(fd: number, index: number): void {
    const { filter, name } = present(this.#requests[index], 'event');
    if (filter === undefined) return;
    const result = this.#sys.ioctl(fd, eventIoctls.setFilter, Buffer.from(`${filter}\0`));
    if (result === 0) return;
    throw new ToolError('usage', `the kernel does not take the filter of ${name}: ${filter}`, {
      hint: `fields stand in /sys/kernel/tracing/events/${name.replace(':', '/')}/format; texts are quoted: comm == "app"`,
    });
  }

  #connect(fd: number, cpu: number, ringPages: number): void {
    const ring = this.#rings.get(cpu);
    if (ring === undefined) {
      const length = (ringPages + 1) * this.#sys.pageSize();
      const address = this.#sys.mmap(fd, length);
      if (address < 0n) throw new RingRefused(Number(-address));
      this.#rings.set(cpu, { address, length, owner: fd, fds: [fd] });
      return;
    }
    const result = this.#sys.ioctl(fd, eventIoctls.setOutput, ring.owner);
    assert(result === 0, `an event cannot share a ring: ${errnoName(-result)}`);
    ring.fds.push(fd);
  }

  #forkedThreads(): Set<number> {
    return findForkedThreads([...this.#rings.values()].map((place) => new Ring(this.#sys, place)));
  }

  #reserveFiles(watched: Watched, threads: number): void {
    const further = threads * watched.cpus.length * this.#requests.length;
    const needed = this.#fds.flat().length + further + spareFiles;
    if (!raiseOpenFilesLimit(this.#sys, needed))
      throw this.#refuse(watched, errno.EMFILE, 0, needed);
  }

  #refuse(watched: Watched, refused: number, index = 0, needed?: number): ToolError {
    const { name, attr } = present(this.#requests[index], 'event');
    return refusal({
      name,
      errno: refused,
      excludeKernel: attr.flags.has('excludeKernel'),
      target: watched.description,
      paranoid: undefined,
      ...(needed === undefined
        ? {}
        : { openFiles: { limit: openFilesLimit(this.#sys), needed: needed - spareFiles } }),
    });
  }

  /** value, id, lost. */
  #readLostOf(fd: number): number {
    const words = new BigUint64Array(3);
    const read = this.#sys.read(fd, new Uint8Array(words.buffer));
    return read === 24 ? Number(words[2] ?? 0n) : 0;
  }
}

/** Threads that start faster than events can be opened are followed from where they start. */
const mostPasses = 10;
/** Files that Node and the output need. */
const spareFiles = 64;

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
