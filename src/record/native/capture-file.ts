import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import {
  alignTo8,
  dataSizeOffset,
  encodeFeatureBits,
  encodeFeatureTable,
  encodeFileStart,
  type FileEvent,
  featureBitsOffset,
  type PlacedFeature,
} from '../../perf/file-writer.ts';
import type { Feature } from '../../perf/file-writer-features.ts';
import { fileError } from '../../platform/file-errors.ts';

/** Room before the data for what is known only at the end, so that a full disk does not lose it. */
const lateRoom = 32_768;
/** What the table of features takes at most, after the data. */
export const tableReserve = 1024;

/** A perf.data being recorded. Between any two calls it is a valid file. */
export class CaptureFile {
  readonly path: string;
  readonly fd: number;
  readonly dataOffset: number;
  dataSize = 0;
  readonly #early: readonly PlacedFeature[];
  readonly #lateOffset: number;

  /** Replaces what is at `path`. */
  constructor(path: string, events: readonly FileEvent[], early: readonly Feature[]) {
    this.path = path;
    const earlySize = early.reduce((total, { bytes }) => total + alignTo8(bytes.length), 0);
    const start = encodeFileStart(events, earlySize + lateRoom);
    this.dataOffset = start.dataOffset;
    this.fd = this.#attempt(() => openSync(path, 'w+', 0o600));
    this.#attempt(() => this.#writeAt(start.bytes, 0));
    const placed = this.#place(early, start.bytes.length);
    this.#early = placed.features;
    this.#lateOffset = placed.end;
    // Zeros, not a hole: the room must be there when the disk is full.
    this.#attempt(() =>
      this.#writeAt(new Uint8Array(start.dataOffset - placed.end), this.#lateOffset),
    );
    this.#attempt(() => ftruncateSync(this.fd, start.dataOffset));
  }

  /** Records of our own, before others are drained into the file, or after. */
  append(records: Uint8Array): void {
    this.#attempt(() => this.#writeAt(records, this.dataOffset + this.dataSize));
    this.dataSize += records.length;
    this.#writeSize();
  }

  /** Closes the file with its features. What does not fit any more is left out, and named. */
  finish(late: readonly Feature[]): string[] {
    const notes: string[] = [];
    let features: PlacedFeature[] = [...this.#early];
    const fitting: Feature[] = [];
    let end = this.#lateOffset;
    const dataEnd = this.dataOffset + this.dataSize;
    const tableSize = (features.length + late.length) * 16;
    let tail = dataEnd + tableSize;
    for (const feature of late) {
      if (end + feature.bytes.length <= this.dataOffset) {
        fitting.push(feature);
        end += alignTo8(feature.bytes.length);
      } else if (this.#tryWrite(feature.bytes, tail)) {
        features.push({ feature: feature.feature, offset: tail, size: feature.bytes.length });
        tail += feature.bytes.length;
      } else {
        notes.push('the list of build ids did not fit on the disk');
      }
    }
    features = features.concat(this.#place(fitting, this.#lateOffset).features);
    this.#writeSize();
    if (this.#tryWrite(encodeFeatureTable(features), dataEnd)) {
      const bits = encodeFeatureBits(features.map(({ feature }) => feature));
      this.#attempt(() => this.#writeAt(bits, featureBitsOffset));
    } else {
      notes.push('the description of the recording did not fit on the disk');
    }
    closeSync(this.fd);
    return notes;
  }

  #place(features: readonly Feature[], at: number): { features: PlacedFeature[]; end: number } {
    const placed: PlacedFeature[] = [];
    for (const { feature, bytes } of features) {
      this.#attempt(() => this.#writeAt(bytes, at));
      placed.push({ feature, offset: at, size: bytes.length });
      at += alignTo8(bytes.length);
    }
    return { features: placed, end: at };
  }

  #writeSize(): void {
    const size = new BigUint64Array([BigInt(this.dataSize)]);
    this.#attempt(() => this.#writeAt(new Uint8Array(size.buffer), dataSizeOffset));
  }

  #writeAt(bytes: Uint8Array, position: number): void {
    let written = 0;
    while (written < bytes.length) {
      written += writeSync(this.fd, bytes, written, bytes.length - written, position + written);
    }
  }

  #tryWrite(bytes: Uint8Array, position: number): boolean {
    try {
      this.#writeAt(bytes, position);
      return true;
    } catch {
      return false;
    }
  }

  #attempt<Result>(act: () => Result): Result {
    try {
      return act();
    } catch (error) {
      throw fileError(this.path, 'write', error);
    }
  }
}
