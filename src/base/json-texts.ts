const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** Enough for the distinct names of a large profile; small files need, and get, fewer. */
const mostSlots = 1 << 15;
const longestKept = 512;

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * Texts of one JSON file. Profiles repeat keys, names and paths thousands of times, so the texts
 * seen last are kept by their place in the bytes: a repeat costs a comparison and no decoding.
 */
export class JsonTexts {
  readonly #bytes: Uint8Array;
  readonly #start: Float64Array;
  readonly #length: Int32Array;
  readonly #texts: string[] = [];

  constructor(bytes: Uint8Array) {
    const slots = Math.min(mostSlots, 2 ** Math.ceil(Math.log2(bytes.length / 64 + 64)));
    this.#bytes = bytes;
    this.#start = new Float64Array(slots);
    this.#length = new Int32Array(slots).fill(-1);
  }

  /** The text between `start` and `end`, the quotes left out; `escaped` = it holds a backslash. */
  textAt(start: number, end: number, escaped: boolean): string {
    const length = end - start;
    if (length === 0) return '';
    if (length > longestKept) return this.#decode(start, end, escaped);
    const slot = this.#slotOf(start, length);
    if (this.#length[slot] === length && this.#isSame(this.#start[slot] as number, start, length)) {
      return this.#texts[slot] as string;
    }
    const text = this.#decode(start, end, escaped);
    this.#start[slot] = start;
    this.#length[slot] = length;
    this.#texts[slot] = text;
    return text;
  }

  /** Names differ most at their end: the last bytes and a few from before; `#isSame` decides. */
  #slotOf(start: number, length: number): number {
    const bytes = this.#bytes;
    const end = start + length;
    let hash = Math.imul(length, 31) + (bytes[start] as number);
    hash = Math.imul(hash, 31) + (bytes[start + (length >> 2)] as number);
    hash = Math.imul(hash, 31) + (bytes[start + (length >> 1)] as number);
    for (let at = Math.max(start, end - 8); at < end; at++) {
      hash = Math.imul(hash, 31) + (bytes[at] as number);
    }
    return (hash ^ (hash >>> 15)) & (this.#length.length - 1);
  }

  #isSame(one: number, other: number, length: number): boolean {
    const bytes = this.#bytes;
    for (let at = 0; at < length; at++) {
      if (bytes[one + at] !== bytes[other + at]) return false;
    }
    return true;
  }

  /** The escapes were checked when the string was scanned, so every match is a valid one. */
  #decode(start: number, end: number, escaped: boolean): string {
    const text = utf8.decode(this.#bytes.subarray(start, end));
    if (!escaped) return text;
    return text.replace(
      /\\(?:u([0-9a-fA-F]{4})|(.))/g,
      (_, hex: string | undefined, char: string) =>
        hex === undefined ? (escapes[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}
