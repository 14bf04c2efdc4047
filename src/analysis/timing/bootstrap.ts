import type { Interval } from '../statistics.ts';
import { quantile, sortedCopy } from './quantiles.ts';

/** Enough that the ends of a 95 % interval no longer move by more than a tenth of its width. */
const resamples = 2000;

/**
 * A 95 % interval of median(after) ÷ median(base) by resampling both sides (Efron's percentile method).
 * The generator is seeded by the caller, so that the same timings always give the same interval.
 */
export function ratioInterval(
  base: ArrayLike<number>,
  after: ArrayLike<number>,
  random: () => number,
): Interval {
  const [one, two] = [new MedianSampler(base), new MedianSampler(after)];
  return middle95(() => two.draw(random) / one.draw(random));
}

/** A 95 % interval of the median of one set. */
export function medianInterval(values: ArrayLike<number>, random: () => number): Interval {
  const sampler = new MedianSampler(values);
  return middle95(() => sampler.draw(random));
}

function middle95(draw: () => number): Interval {
  const drawn = Float64Array.from({ length: resamples }, draw).sort();
  return { low: quantile(drawn, 0.025), high: quantile(drawn, 0.975) };
}

/** Medians of random resamples of the same size, without sorting each: the places are counted instead. */
class MedianSampler {
  readonly #sorted: Float64Array;
  readonly #hits: Uint32Array;

  constructor(values: ArrayLike<number>) {
    this.#sorted = sortedCopy(values);
    this.#hits = new Uint32Array(values.length);
  }

  draw(random: () => number): number {
    const { length } = this.#sorted;
    const hits = this.#hits.fill(0);
    for (let turn = 0; turn < length; turn++) {
      const at = Math.floor(random() * length);
      hits[at] = (hits[at] as number) + 1;
    }
    return (this.#nth((length - 1) >> 1) + this.#nth(length >> 1)) / 2;
  }

  /** The value of that rank among those drawn. */
  #nth(rank: number): number {
    let seen = 0;
    for (let at = 0; at < this.#hits.length; at++) {
      seen += this.#hits[at] as number;
      if (seen > rank) return this.#sorted[at] as number;
    }
    return Number.NaN;
  }
}
