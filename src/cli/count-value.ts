import { InvalidArgumentError } from 'commander';

/** A number of rows, runs or lines, for `Option.argParser`. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(count)) return count;
  throw new InvalidArgumentError('not a whole number');
}

/** The same where none at all makes no sense. */
export function parsePositiveCount(text: string): number {
  const count = parseCount(text);
  if (count > 0) return count;
  throw new InvalidArgumentError('there must be one at least');
}
