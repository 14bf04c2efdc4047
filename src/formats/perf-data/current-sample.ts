import { callchainContexts } from '../../perf/attr-table.ts';
import { miscBits } from '../../perf/record-table.ts';
import { SampleCursor } from '../../perf/sample-layout.ts';
import type { RecordedEvent } from './event-list.ts';
import type { SampleFacts } from './sample-log.ts';

const wordBase = 2 ** 32;

/** The sample that is being taken: one object for all of them, so that none is made per sample. */
export class CurrentSample implements SampleFacts {
  /** Where its fields of variable size are. */
  readonly cursor: SampleCursor = new SampleCursor();
  words: Int32Array = new Int32Array(0);
  /** Word of the record's header. */
  start = 0;
  eventIndex = 0;
  pid = -1;
  tid = -1;
  cpu = -1;
  period = 0;
  timeNs = 0;
  labels = 0;
  isKernelMode = false;
  ipLow = 0;
  ipHigh = 0;
  hasIp = false;
  /** All of its fields are there. */
  isWhole = false;

  /** False when even its fixed fields are cut off. */
  read(words: Int32Array, start: number, end: number, event: RecordedEvent): boolean {
    const { layout } = event;
    if (start + layout.fixedEnd > end) return false;
    this.words = words;
    this.start = start;
    this.pid = layout.tid < 0 ? -1 : (words[start + layout.tid] as number);
    this.tid = layout.tid < 0 ? -1 : (words[start + layout.tid + 1] as number);
    this.cpu = layout.cpu < 0 ? -1 : (words[start + layout.cpu] as number);
    this.period = layout.period < 0 ? event.attr.period : u64(words, start + layout.period);
    this.hasIp = layout.ip >= 0;
    if (this.hasIp) {
      this.ipLow = words[start + layout.ip] as number;
      this.ipHigh = words[start + layout.ip + 1] as number;
    }
    const mode = (words[start + 1] as number) & miscBits.cpuModeMask;
    this.isKernelMode = mode === miscBits.kernel || mode === miscBits.hypervisor;
    this.isWhole = this.cursor.read(words, start, end, layout);
    return true;
  }

  /** Where the chain goes over to user mode: the word of the first address there, -1 = it does not. */
  get userPartAt(): number {
    const { words } = this;
    const { chainAt, chainLength } = this.cursor;
    for (let entry = 0; entry + 1 < chainLength; entry++) {
      const at = chainAt + 2 * entry;
      if (words[at] === callchainContexts.user && words[at + 1] === -1) return at + 2;
    }
    return -1;
  }

  get cgroup(): bigint | undefined {
    const at = this.cursor.cgroupAt;
    if (at < 0) return undefined;
    const high = BigInt((this.words[at + 1] as number) >>> 0);
    return (high << 32n) | BigInt((this.words[at] as number) >>> 0);
  }
}

function u64(words: Int32Array, at: number): number {
  return ((words[at] as number) >>> 0) + ((words[at + 1] as number) >>> 0) * wordBase;
}
