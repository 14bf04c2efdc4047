/** A source line that follows a frame: `dl-load.c:1063`, with ` (inlined)` when the frame is. */
export interface SourceLine {
  /** '' = unknown. */
  readonly file: string;
  readonly line: number;
  readonly isInlined: boolean;
}

const largestLine = 2 ** 31 - 1;

export function parseSourceLine(text: string): SourceLine {
  const found = /^(.*):(\d+)( \(inlined\))?$/.exec(text.trim());
  const file = found?.[1] ?? '';
  return {
    file: file === '??' ? '' : file,
    line: Math.min(Number(found?.[2] ?? 0), largestLine),
    isInlined: found?.[3] !== undefined,
  };
}
