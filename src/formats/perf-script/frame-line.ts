/** A frame line, `7f53 malloc+0x12 (/lib/libc.so.6)`, taken apart. */
export interface FrameLine {
  /** The bits above 2^48 of the address, so that the rest is a safe integer. */
  readonly base: bigint;
  /** Below 2^48; -1 = the line has none. */
  readonly address: number;
  /** As perf wrote it, without the offset; '' = unknown. */
  readonly symbol: string;
  /** '' = not said. */
  readonly dso: string;
  readonly isInlined: boolean;
}

const unknown = '[unknown]';
const addressPattern = /^([0-9a-f]+)(?:\s+|$)/;
const offsetPattern = /\+0x[0-9a-f]+$/;
const inlined = '(inlined)';

export function parseFrameLine(line: string): FrameLine {
  const text = line.trim();
  const found = addressPattern.exec(text);
  const digits = found?.[1] ?? '';
  const rest = text.slice(found?.[0].length ?? 0);
  const split = splitDso(rest);
  const symbol = split.symbol.trim().replace(offsetPattern, '');
  return {
    ...splitAddress(digits),
    symbol: symbol === unknown ? '' : symbol,
    dso: split.dso,
    isInlined: rest.endsWith(inlined),
  };
}

function splitAddress(digits: string): { base: bigint; address: number } {
  const significant = digits.replace(/^0+(?=.)/, '');
  if (digits === '' || significant.length > 16) return { base: 0n, address: -1 };
  if (significant.length <= 12) return { base: 0n, address: Number.parseInt(digits, 16) };
  const high = significant.slice(0, -12);
  return {
    base: BigInt(`0x${high}`) << 48n,
    address: Number.parseInt(significant.slice(-12), 16),
  };
}

/**
 * The image stands in the last parentheses, which may hold further ones: `(/tmp/a (deleted))`.
 * Parentheses without a partner, as in `(/tmp/odd(name)`, are told by what an image starts with.
 */
function splitDso(text: string): { symbol: string; dso: string } {
  if (!text.endsWith(')')) return { symbol: text, dso: '' };
  if (text.endsWith(inlined)) return { symbol: text.slice(0, -inlined.length), dso: '' };
  let open = matchingOpen(text);
  const first = open < 0 ? undefined : text[open + 1];
  if (first !== '/' && first !== '[') {
    const likely = Math.max(text.lastIndexOf(' (/'), text.lastIndexOf(' (['));
    if (likely >= 0) open = likely + 1;
    else if (text.startsWith('(/') || text.startsWith('([')) open = 0;
  }
  // `operator()` is a name: an image is set off by a blank.
  if (open < 0 || (open > 0 && text[open - 1] !== ' ')) return { symbol: text, dso: '' };
  const dso = text.slice(open + 1, -1);
  return { symbol: text.slice(0, open), dso: dso === unknown ? '' : dso };
}

function matchingOpen(text: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth++;
    else if (text[at] === '(' && --depth === 0) return at;
  }
  return -1;
}

/** A source line that follows a frame: `dl-load.c:1063`, with ` (inlined)` when the frame is. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
  readonly isInlined: boolean;
}

export function parseSourceLine(text: string): SourceLine {
  const found = /^(.*):(\d+)( \(inlined\))?$/.exec(text.trim());
  const file = found?.[1] ?? '';
  return {
    file: file === '??' ? '' : file,
    line: Math.min(Number(found?.[2] ?? 0), 2 ** 31 - 1),
    isInlined: found?.[3] !== undefined,
  };
}
