/**
 * A profile as its compiler weighs it: by function, the places in it and what each weighs. Places are
 * counters for instrumented programs and call sites for sampled ones.
 */
export interface WeightedFunction {
  /** Name and, where counters have one, shape: what two profiles must agree on. */
  readonly key: string;
  readonly name: string;
  readonly weights: ReadonlyMap<string | number, number>;
}

export interface FunctionOverlap {
  readonly name: string;
  /** Of the weight of its profile, 0…1; 0 where it does not occur. */
  readonly firstShare: number;
  readonly secondShare: number;
  /** Of what is inside the function, 0…1: the same split over its places or another one. */
  readonly overlap: number;
}

/** How much of two profiles is the same. */
export interface ProfileOverlap {
  /** 0…1, of all weight. */
  readonly share: number;
  /** Weight in functions that only this one of the two has, 0…1 of its own. */
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** The heaviest in either, the heaviest first. */
  readonly functions: readonly FunctionOverlap[];
}

/**
 * Every place has a share of its profile's total, and the smaller of its two shares is what both have in
 * common (as `llvm-profdata overlap`). Low between two trainings says that one does not stand for the other.
 */
export function overlapOfFunctions(
  first: readonly WeightedFunction[],
  second: readonly WeightedFunction[],
): ProfileOverlap {
  const [firstTotal, secondTotal] = [totalOf(first), totalOf(second)];
  const others = new Map(second.map((each) => [each.key, each]));
  const known = new Set(first.map(({ key }) => key));
  let share = 0;
  let onlyFirst = 0;
  const functions: FunctionOverlap[] = [];
  for (const each of first) {
    const other = others.get(each.key);
    const [own, theirs] = [weightOf(each), other === undefined ? 0 : weightOf(other)];
    const row = {
      name: each.name,
      firstShare: ratio(own, firstTotal),
      secondShare: ratio(theirs, secondTotal),
    };
    if (other === undefined) onlyFirst += row.firstShare;
    else share += commonShare(each, other, firstTotal, secondTotal);
    const overlap = other === undefined ? 0 : commonShare(each, other, own, theirs);
    functions.push({ ...row, overlap });
  }
  let onlySecond = 0;
  for (const each of second) {
    if (known.has(each.key)) continue;
    const secondShare = ratio(weightOf(each), secondTotal);
    onlySecond += secondShare;
    functions.push({ name: each.name, firstShare: 0, secondShare, overlap: 0 });
  }
  const heat = (row: FunctionOverlap): number => Math.max(row.firstShare, row.secondShare);
  functions.sort((a, b) => heat(b) - heat(a) || (a.name < b.name ? -1 : 1));
  return { share, onlyFirst, onlySecond, functions };
}

function commonShare(
  a: WeightedFunction,
  b: WeightedFunction,
  totalA: number,
  totalB: number,
): number {
  if (totalA === 0 || totalB === 0) return 0;
  let common = 0;
  for (const [place, weight] of a.weights) {
    common += Math.min(weight / totalA, (b.weights.get(place) ?? 0) / totalB);
  }
  return common;
}

export function weightOf({ weights }: WeightedFunction): number {
  let sum = 0;
  for (const weight of weights.values()) sum += weight;
  return sum;
}

export function totalOf(functions: readonly WeightedFunction[]): number {
  return functions.reduce((sum, each) => sum + weightOf(each), 0);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
