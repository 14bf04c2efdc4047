import { familyCount } from '../../../explore/index.ts';
import { type BaseLine, baseLine, linePeak } from '../../kit/time/base-line.ts';
import type { BaseTracks } from './base-tracks.ts';

/** The base's tracks as lines, each made when it is first drawn. */
export class BaseParts {
  readonly #base: BaseTracks;
  readonly #bucketNs: number;
  readonly #lines = new Map<string, BaseLine>();

  /** `bucketNs` is the length of the new side's buckets. */
  constructor(base: BaseTracks, bucketNs: number) {
    this.#base = base;
    this.#bucketNs = bucketNs;
  }

  /** undefined = the base has no such track. */
  line(id: string): BaseLine | undefined {
    const { answer, shiftNs } = this.#base;
    const at = answer.ids.indexOf(id);
    if (at < 0) return undefined;
    const size = familyCount * answer.buckets;
    const part = { ...answer, value: answer.value.subarray(at * size, (at + 1) * size) };
    const line = this.#lines.get(id) ?? baseLine(part, this.#bucketNs, shiftNs);
    this.#lines.set(id, line);
    return line;
  }

  peak(id: string): number {
    const line = this.line(id);
    return line === undefined ? 0 : linePeak(line);
  }
}
