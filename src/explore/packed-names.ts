/** Texts as bytes, so that a hundred thousand names cross between threads without being copied. */
export interface PackedNames {
  readonly bytes: Uint8Array;
  /** Text i is bytes[start[i] … start[i + 1]). */
  readonly start: Uint32Array;
}

export function packNames(names: readonly string[]): PackedNames {
  const encoder = new TextEncoder();
  const start = new Uint32Array(names.length + 1);
  let bytes = new Uint8Array(1024);
  let at = 0;
  names.forEach((name, index) => {
    // A UTF-16 unit becomes three bytes at most.
    const room = at + name.length * 3;
    if (room > bytes.length) {
      const larger = new Uint8Array(Math.max(room, bytes.length * 2));
      larger.set(bytes.subarray(0, at));
      bytes = larger;
    }
    at += encoder.encodeInto(name, bytes.subarray(at)).written;
    start[index + 1] = at;
  });
  return { bytes: bytes.slice(0, at), start };
}

/** Decodes each text when it is first asked for. */
export class NameList {
  readonly #names: PackedNames;
  readonly #decoder = new TextDecoder();
  /** By row; a list as long as all names would cost more than the few that are shown. */
  readonly #decoded = new Map<number, string>();

  constructor(names: PackedNames) {
    this.#names = names;
  }

  get length(): number {
    return this.#names.start.length - 1;
  }

  /** '' for a row that does not exist. */
  at(row: number): string {
    const known = this.#decoded.get(row);
    if (known !== undefined) return known;
    const { bytes, start } = this.#names;
    const text = this.#decoder.decode(bytes.subarray(start[row], start[row + 1]));
    if (row >= 0 && row < this.length) this.#decoded.set(row, text);
    return text;
  }
}
