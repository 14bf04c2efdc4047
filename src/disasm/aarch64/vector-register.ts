import { bit } from './word.ts';

/** Elements as a vector is divided into them: by size and whether all 128 bits are used. */
export function arrangement(size: number, isFull: number): string {
  return ['8b', '16b', '4h', '8h', '2s', '4s', '1d', '2d'][size * 2 + isFull] ?? '?';
}

/** `a/b`: bit 23 chooses; `-` is none. */
export function chosen(names: string | undefined, word: number): string | undefined {
  const [first, second = first] = (names ?? '-').split('/');
  const name = bit(word, 23) === 1 ? second : first;
  return name === '-' ? undefined : name;
}

/** The lowest element alone. */
export function lane(letter: string, number: number): string {
  return `${letter}${number}`;
}
