// Where each group of probabilities begins in the one array ("LZMA specification", 9.2x). There are
// 12 states, and up to 16 positions that a probability may depend on.
const states = 12;
const positions = 16;

/** One of the two coders of match lengths: choice, second choice, low, middle and high lengths. */
export const lengthCoder: {
  readonly choice: number;
  readonly choice2: number;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  readonly size: number;
} = {
  choice: 0,
  choice2: 1,
  low: 2,
  middle: 2 + positions * 8,
  high: 2 + positions * 16,
  size: 2 + positions * 16 + 256,
};

const isMatch = 0;
const isRepeat = isMatch + states * positions;
const isRepeat0 = isRepeat + states;
const isRepeat1 = isRepeat0 + states;
const isRepeat2 = isRepeat1 + states;
const isLongRepeat0 = isRepeat2 + states;
const distanceSlot = isLongRepeat0 + states * positions;
const distanceSpecial = distanceSlot + 4 * 64;
const distanceAlign = distanceSpecial + 128;
const matchLength = distanceAlign + 16;
const repeatLength = matchLength + lengthCoder.size;
const literal = repeatLength + lengthCoder.size;

export const probabilityAt: {
  readonly isMatch: number;
  readonly isRepeat: number;
  readonly isRepeat0: number;
  readonly isRepeat1: number;
  readonly isRepeat2: number;
  readonly isLongRepeat0: number;
  readonly distanceSlot: number;
  readonly distanceSpecial: number;
  readonly distanceAlign: number;
  readonly matchLength: number;
  readonly repeatLength: number;
  readonly literal: number;
} = {
  isMatch,
  isRepeat,
  isRepeat0,
  isRepeat1,
  isRepeat2,
  isLongRepeat0,
  distanceSlot,
  distanceSpecial,
  distanceAlign,
  matchLength,
  repeatLength,
  literal,
};

/** lc + lp is at most 4 in LZMA2. */
export const probabilityCount: number = literal + 0x300 * 16;
