import { recordTypes } from '../../perf/record-table.ts';

/** Code that was mapped: its path, and its build id where the kernel put it into the record. */
export interface MappedImage {
  readonly path: string;
  readonly buildId: string | undefined;
}

export interface Tally {
  readonly samples: number;
  readonly lost: number;
  readonly throttled: number;
  /** Processes that began while recording. */
  readonly forks: number;
  readonly firstSampleNs: number;
  readonly lastSampleNs: number;
  readonly images: readonly MappedImage[];
  /** Processes that began while recording and were not seen to end. */
  readonly running: readonly number[];
}

/** Positions in an MMAP2 record; build id and device share theirs (`misc` tells). */
const mmap2 = { pid: 8, idSize: 40, id: 44, protection: 64, name: 72 };
/** Positions in FORK and EXIT records; of a thread both are the same process. */
const fork = { pid: 8, parentPid: 12, tid: 16 };
const hasBuildId = 0x4000;
const protectExecute = 4;
const slash = 47;

/**
 * Counts what passes through rings, header by header, while it is still in the cache: what the end of
 * a recording has to say, without reading the file again. Bodies are looked at for rare records only.
 */
export class RecordTally {
  samples = 0;
  lost = 0;
  throttled = 0;
  forks = 0;
  firstSampleNs: number = Number.POSITIVE_INFINITY;
  lastSampleNs = 0;
  readonly #timeWord: number;
  readonly #images = new Map<string, MappedImage>();
  readonly #running = new Set<number>();
  readonly #onImage: (pid: number) => void;
  readonly #scratch = Buffer.alloc(65_536);

  /**
   * `timeOffset`: bytes from the start of a sample to its time. `onImage` hears who has mapped code that
   * nobody had mapped before.
   */
  constructor(timeOffset: number, onImage: (pid: number) => void = () => undefined) {
    this.#timeWord = timeOffset >> 2;
    this.#onImage = onImage;
  }

  /** Whole records from one position to another; `words` and `bytes` are the same memory. */
  count(words: Uint32Array, bytes: Uint8Array, from: number, to: number): void {
    const mask = words.length - 1;
    let word = (from % bytes.length) >>> 2;
    let left = to - from;
    while (left >= 8) {
      const type = words[word] as number;
      const size = (words[(word + 1) & mask] as number) >>> 16;
      // Cannot happen with the kernel's records; a loop without end would be worse than a short count.
      if (size < 8 || size > left) return;
      if (type === recordTypes.sample) this.#sample(words, word, mask);
      else this.#other(type, bytes, word << 2, size);
      word = (word + (size >>> 2)) & mask;
      left -= size;
    }
  }

  result(): Tally {
    const { samples, lost, throttled, forks, firstSampleNs, lastSampleNs } = this;
    const images = [...this.#images.values()];
    const running = [...this.#running];
    return { samples, lost, throttled, forks, firstSampleNs, lastSampleNs, images, running };
  }

  #sample(words: Uint32Array, word: number, mask: number): void {
    this.samples++;
    const at = word + this.#timeWord;
    const timeNs = (words[(at + 1) & mask] as number) * 2 ** 32 + (words[at & mask] as number);
    if (timeNs > this.lastSampleNs) this.lastSampleNs = timeNs;
    if (timeNs < this.firstSampleNs) this.firstSampleNs = timeNs;
  }

  #other(type: number, bytes: Uint8Array, at: number, size: number): void {
    if (type === recordTypes.lost) {
      this.lost += Number(this.#copy(bytes, at, size).readBigUInt64LE(16));
    } else if (type === recordTypes.lostSamples) {
      this.lost += Number(this.#copy(bytes, at, size).readBigUInt64LE(8));
    } else if (type === recordTypes.throttle) {
      this.throttled++;
    } else if (type === recordTypes.fork) {
      const record = this.#copy(bytes, at, size);
      const pid = record.readUInt32LE(fork.pid);
      if (pid === record.readUInt32LE(fork.parentPid)) return;
      this.forks++;
      this.#running.add(pid);
    } else if (type === recordTypes.exit) {
      const record = this.#copy(bytes, at, size);
      const pid = record.readUInt32LE(fork.pid);
      if (pid === record.readUInt32LE(fork.tid)) this.#running.delete(pid);
    } else if (type === recordTypes.mmap2) {
      this.#mapping(this.#copy(bytes, at, size));
    }
  }

  #mapping(record: Buffer): void {
    const isCode = (record.readUInt32LE(mmap2.protection) & protectExecute) !== 0;
    if (!isCode || record[mmap2.name] !== slash || record[mmap2.name + 1] === slash) return;
    const nameEnd = record.indexOf(0, mmap2.name);
    const withId = (record.readUInt16LE(4) & hasBuildId) !== 0;
    const idSize = withId ? Math.min(20, record[mmap2.idSize] ?? 0) : 0;
    const buildId = record.toString('hex', mmap2.id, mmap2.id + idSize);
    const key = buildId + record.toString('latin1', mmap2.name, nameEnd);
    if (this.#images.has(key)) return;
    this.#images.set(key, {
      path: record.toString('utf8', mmap2.name, nameEnd),
      buildId: withId ? buildId : undefined,
    });
    this.#onImage(record.readUInt32LE(mmap2.pid));
  }

  /** One record in one piece, also where the ring wraps. */
  #copy(bytes: Uint8Array, at: number, size: number): Buffer {
    const first = Math.min(size, bytes.length - at);
    this.#scratch.set(bytes.subarray(at, at + first));
    if (first < size) this.#scratch.set(bytes.subarray(0, size - first), first);
    return this.#scratch.subarray(0, size);
  }
}
