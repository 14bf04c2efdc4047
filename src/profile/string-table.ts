import type { StringIndex } from './tables.ts';

/** Gives every distinct text one number; the empty text is 0. */
export class StringInterner {
  readonly #indices = new Map<string, number>([['', 0]]);
  readonly #texts: string[] = [''];

  intern(text: string): StringIndex {
    const known = this.#indices.get(text);
    if (known !== undefined) return known as StringIndex;
    const index = this.#texts.length;
    this.#texts.push(text);
    this.#indices.set(text, index);
    return index as StringIndex;
  }

  textOf(index: StringIndex): string {
    return this.#texts[index] ?? '';
  }

  get length(): number {
    return this.#texts.length;
  }

  finish(): readonly string[] {
    return this.#texts;
  }
}
