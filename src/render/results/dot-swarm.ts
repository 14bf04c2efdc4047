export interface SwarmDot {
  /** Which of the values. */
  readonly index: number;
  readonly x: number;
  /** From the middle of the row, up to half its height either way. */
  readonly offset: number;
}

export interface SwarmRoom {
  readonly radius: number;
  /** Dots stay this close to the middle of the row. */
  readonly halfHeight: number;
}

/**
 * Dots that would lie on each other move apart, alternately up and down, and only as far as they must. A pile
 * higher than the row begins again in the middle: there dots overlap rather than leave the row. What is no number
 * has no dot.
 */
export function dotSwarm(places: ArrayLike<number>, { radius, halfHeight }: SwarmRoom): SwarmDot[] {
  const order = Array.from(places, (_, index) => index)
    .filter((index) => Number.isFinite(places[index]))
    .sort((a, b) => (places[a] as number) - (places[b] as number));
  const piles = new Map<number, number>();
  return order.map((index) => {
    const x = places[index] as number;
    const pile = Math.round(x / (2 * radius));
    const height = piles.get(pile) ?? 0;
    piles.set(pile, height + 1);
    const step = Math.ceil(height / 2) * 2 * radius;
    const offset = (step % halfHeight) * (height % 2 === 0 ? 1 : -1);
    return { index, x, offset: offset === 0 ? 0 : offset };
  });
}

/** The dot nearest to a point, if any is within reach. */
export function findNearestDot(
  dots: readonly SwarmDot[],
  x: number,
  offset: number,
  reach: number,
): SwarmDot | undefined {
  let nearest: SwarmDot | undefined;
  let least = reach * reach;
  for (const dot of dots) {
    const distance = (dot.x - x) ** 2 + (dot.offset - offset) ** 2;
    if (distance > least) continue;
    least = distance;
    nearest = dot;
  }
  return nearest;
}
