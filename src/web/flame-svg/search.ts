import type { FlamePicture } from '../../render/flame-svg/picture.ts';

/** What a search found. */
export interface Found {
  readonly query: string;
  /** Why the expression is no expression; then nothing is found. */
  readonly error: string | undefined;
  readonly functions: number;
  /** Matched frames, in depth-first order. */
  readonly frames: readonly number[];
  /** Value below matched frames, each sample once. */
  readonly value: number;
  isMatch(frame: number): boolean;
  /** Whether any frame of the rows from … to − 1 matches. */
  hasMatch(from: number, to: number): boolean;
}

/** Small letters find capitals too, capitals find themselves. */
export function searchPicture(picture: FlamePicture, query: string): Found | null {
  if (query === '') return null;
  let expression: RegExp;
  try {
    expression = new RegExp(query, /\p{Lu}/u.test(query) ? '' : 'i');
  } catch (error) {
    return nothing(query, error instanceof Error ? error.message : String(error));
  }
  const byName = picture.names.map((name) => expression.test(name));
  return collect(picture, query, byName);
}

const never = (): boolean => false;

function nothing(query: string, error: string): Found {
  return { query, error, functions: 0, frames: [], value: 0, isMatch: never, hasMatch: never };
}

function collect(picture: FlamePicture, query: string, byName: readonly boolean[]): Found {
  const frames: number[] = [];
  // before[n] = matches among the frames before n, so that a range is one subtraction.
  const before = new Int32Array(picture.length + 1);
  let value = 0;
  let counted = 0;
  for (let frame = 0; frame < picture.length; frame++) {
    const matches = byName[picture.key[frame] as number] === true;
    before[frame + 1] = (before[frame] as number) + (matches ? 1 : 0);
    if (!matches) continue;
    frames.push(frame);
    if (frame < counted) continue;
    value += picture.value[frame] as number;
    counted = picture.subtreeEnd[frame] as number;
  }
  return {
    query,
    error: undefined,
    functions: byName.filter(Boolean).length,
    frames,
    value,
    isMatch: (frame) => byName[picture.key[frame] as number] === true,
    hasMatch: (from, to) => (before[to] as number) > (before[from] as number),
  };
}
