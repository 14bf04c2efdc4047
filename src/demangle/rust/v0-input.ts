import { limits } from '../limits-table.ts';
import { findPunycode } from './punycode.ts';

/** Namespace disambiguation and name of <identifier>. */
export interface Identifier {
  readonly disambiguator: number;
  readonly name: string;
}

/**
 * A v0 name being read and written at once (RFC 2603): a back reference reads an earlier place again.
 * A failure moves to the end, where every rule ends by itself.
 */
export class V0Input {
  readonly text: string;
  at: number;
  failed = false;
  out = '';
  /** More than 0 while what is read is not shown. */
  silent = 0;
  /** Lifetimes that the binders around here declare. */
  boundLifetimes = 0;
  private depth = 0;
  private visits = 0;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  get here(): number {
    return this.at < this.text.length ? this.text.charCodeAt(this.at) : 0;
  }

  next(): number {
    const char = this.here;
    if (char === 0) this.fail();
    else this.at += 1;
    return char;
  }

  take(char: number): boolean {
    if (this.here !== char) return false;
    this.at += 1;
    return true;
  }

  fail(): void {
    this.failed = true;
    this.at = this.text.length;
  }

  add(text: string): void {
    if (this.silent > 0) return;
    this.out += text;
    if (this.out.length > limits.output) this.fail();
  }

  /** Runs a rule unless rules are too many, too deep inside one another, or something has failed. */
  within(rule: () => void): void {
    this.visits += 1;
    if (this.failed || this.depth >= limits.depth || this.visits > limits.visits) {
      this.fail();
      return;
    }
    this.depth += 1;
    rule();
    this.depth -= 1;
  }

  /** Items up to `E`, with a separator between; gives how many. */
  list(separator: string, rule: () => void): number {
    let count = 0;
    while (!this.failed && !this.take(69)) {
      if (count > 0) this.add(separator);
      rule();
      count += 1;
    }
    return count;
  }

  /** <base-62-number>: `_` is 0, `0_` is 1. */
  base62(): number {
    if (this.take(95)) return 0;
    let value = 0;
    while (!this.take(95)) {
      const digit = digit62(this.here);
      if (digit < 0) {
        this.fail();
        return 0;
      }
      value = value * 62 + digit;
      this.at += 1;
    }
    return value + 1;
  }

  /** A number after its tag, plus one; 0 when the tag is not there. */
  tagged62(tag: number): number {
    return this.take(tag) ? this.base62() + 1 : 0;
  }

  identifier(): Identifier {
    const disambiguator = this.tagged62(115);
    return { disambiguator, name: this.plainIdentifier() };
  }

  /** [u] <decimal> [_] <bytes> */
  plainIdentifier(): string {
    const isPunycode = this.take(117);
    const length = this.decimal();
    this.take(95);
    const start = this.at;
    if (length < 0 || start + length > this.text.length) {
      this.fail();
      return '';
    }
    this.at = start + length;
    const name = this.text.slice(start, this.at);
    return isPunycode ? this.decoded(name) : name;
  }

  private decoded(name: string): string {
    const cut = name.lastIndexOf('_');
    const extended = name.slice(cut + 1);
    const found =
      extended === '' ? undefined : findPunycode(name.slice(0, Math.max(cut, 0)), extended);
    if (found === undefined) this.fail();
    return found ?? '';
  }

  private decimal(): number {
    if (this.take(48)) return 0;
    let value = -1;
    for (let char = this.here; char >= 48 && char <= 57; char = this.here) {
      value = Math.max(value, 0) * 10 + char - 48;
      this.at += 1;
    }
    return value;
  }

  /** Runs a rule at the earlier place that a back reference names; it stands after `B`. */
  backReference(rule: () => void): void {
    const tag = this.at - 1;
    const target = this.base62() + 2;
    if (this.failed || target >= tag) {
      this.fail();
      return;
    }
    // What is not shown need not be read again.
    if (this.silent > 0) return;
    const after = this.at;
    this.at = target;
    this.within(rule);
    if (!this.failed) this.at = after;
  }
}

function digit62(char: number): number {
  if (char >= 48 && char <= 57) return char - 48;
  if (char >= 97 && char <= 122) return char - 87;
  return char >= 65 && char <= 90 ? char - 29 : -1;
}
