const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const slots = 2048;
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
  readonly #start = new Float64Array(slots);
  readonly #length = new Int32Array(slots).fill(-1);
  readonly #texts: string[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
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

  /** Six bytes and the length tell most names apart; `#isSame` decides. */
  #slotOf(start: number, length: number): number {
    const bytes = this.#bytes;
    const last = start + length - 1;
    let hash = length;
    hash = Math.imul(hash, 31) + (bytes[start] as number);
    hash = Math.imul(hash, 31) + (bytes[start + (length >> 2)] as number);
    hash = Math.imul(hash, 31) + (bytes[start + (length >> 1)] as number);
    hash = Math.imul(hash, 31) + (bytes[start + ((3 * length) >> 2)] as number);
    hash = Math.imul(hash, 31) + (bytes[last] as number);
    hash = Math.imul(hash, 31) + (bytes[Math.max(start, last - 1)] as number);
    return (hash ^ (hash >>> 11)) & (slots - 1);
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
