/** How values are written: what they count, and of what they are a share. */
export interface PictureFacts {
  readonly title: string;
  readonly subtitle: string;
  readonly notes: string;
  readonly unit: string;
  /** The noun behind plain counts: `samples`. */
  readonly countName: string;
  /** The root stands below (flame) or above (icicle). */
  readonly shape: 'flame' | 'icicle';
  readonly fontSize: number;
  readonly rowHeight: number;
  /** Design width; the picture follows its window when it is fluid. */
  readonly width: number;
  readonly fluid: boolean;
  /** What was left out of the file, in words; '' = nothing. */
  readonly pruned: string;
}

/**
 * What an SVG flame graph holds: the frames wide enough to be kept, in depth-first order, row 0 the
 * root. The writer of the file and the script inside it draw from the same picture.
 */
export interface FlamePicture {
  readonly facts: PictureFacts;
  readonly length: number;
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  readonly subtreeEnd: Int32Array;
  /** Row of `names`; −n stands for n frames too narrow to be kept. */
  readonly key: Int32Array;
  /** Left edge and width, in units of weight; the root is 0 … weight[0]. */
  readonly start: Float64Array;
  readonly weight: Float64Array;
  readonly value: Float64Array;
  readonly self: Float64Array;
  /** The value before, for a difference. */
  readonly base: Float64Array | null;
  /** Samples behind the value; null = the value counts them. */
  readonly samples: Float64Array | null;
  readonly inlined: Uint8Array;
  readonly deepest: number;
  readonly names: readonly string[];
  /** Image and place of each name: `libc.so.6 · malloc.c:12`. */
  readonly about: readonly string[];
  /** Class of the fill of each name. */
  readonly tints: readonly string[];
}

/** The share of the whole that a frame has. */
export function shareOf(picture: FlamePicture, frame: number): number {
  const whole = Math.max(picture.value[0] as number, picture.base?.[0] ?? 0);
  return whole === 0 ? 0 : (picture.value[frame] as number) / whole;
}
