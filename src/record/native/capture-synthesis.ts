import { arch } from 'node:os';
import { ByteWriter } from '../../base/byte-writer.ts';
import { protectExecute, RecordWriter } from '../../perf/file-writer-records.ts';
import { readKernelImage, readKernelModules } from '../../platform/kernel-images.ts';
import { listThreads, readMappings, readThreadName } from '../../platform/process-files.ts';

/** What a file must say of the time before recording. */
export class Synthesis {
  /** Code that running processes have mapped. */
  readonly images: Set<string> = new Set();
  readonly #out = new ByteWriter(65_536);
  readonly #records: RecordWriter;
  readonly #withData: boolean;
  readonly #done = new Set<number>();

  /** `withData`: also mappings without code, which perf needs to unwind. */
  constructor(sampleType: number, withData: boolean) {
    this.#records = new RecordWriter(this.#out, sampleType);
    this.#withData = withData;
  }

  eventNames(events: readonly { readonly name: string; readonly ids: readonly bigint[] }[]): void {
    for (const { name, ids } of events) {
      if (ids[0] !== undefined) this.#records.eventName(ids[0], name);
    }
  }

  /** Nothing where this user may not know its addresses. */
  kernel(): void {
    const kernel = readKernelImage(arch());
    if (kernel === undefined) return;
    this.#records.kernelMmap(kernel.start, kernel.length, kernel.start, kernel.name);
    for (const { start, length, name } of readKernelModules()) {
      this.#records.kernelMmap(start, length, 0n, name);
    }
  }

  /** Threads' names and mappings of a process, once. */
  process(pid: number): void {
    if (this.#done.has(pid)) return;
    this.#done.add(pid);
    for (const tid of listThreads(pid)) {
      const name = readThreadName(pid, tid);
      if (name !== undefined) this.#records.comm(pid, tid, name);
    }
    for (const mapping of readMappings(pid)) {
      const isCode = (mapping.protection & protectExecute) !== 0;
      if (!isCode && !this.#withData) continue;
      this.#records.mmap2(pid, mapping);
      if (isCode && mapping.path.startsWith('/')) this.images.add(mapping.path);
    }
  }

  lost(id: bigint, count: number): void {
    this.#records.lost(id, count);
  }

  /** What was written since the last time. */
  take(): Uint8Array {
    return this.#out.flush();
  }
}
