import { type Profile, textAt } from '../../profile/index.ts';

/** The string table being written: texts get numbers as they are first used, "" is 0. */
export class StringNumbers {
  readonly #profile: Profile;
  readonly #numbers = new Map<string, number>([['', 0]]);
  /** Number + 1 by row of the profile's strings; 0 = not used yet. */
  readonly #byRow: Int32Array;

  constructor(profile: Profile) {
    this.#profile = profile;
    this.#byRow = new Int32Array(profile.strings.length);
  }

  of(row: number): number {
    const known = this.#byRow[row] as number;
    if (known !== 0) return known - 1;
    const number = this.ofText(textAt(this.#profile, row));
    this.#byRow[row] = number + 1;
    return number;
  }

  ofText(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }

  texts(): Iterable<string> {
    return this.#numbers.keys();
  }
}
