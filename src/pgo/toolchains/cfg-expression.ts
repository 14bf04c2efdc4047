/**
 * Whether a `cfg(…)` of cargo's configuration holds: `all`, `any` and `not` of names (`unix`) and of pairs
 * (`target_os = "linux"`). `facts` are the lines of `rustc --print cfg`. undefined = not understood.
 */
export function holdsCfg(text: string, facts: ReadonlySet<string>): boolean | undefined {
  if (text.length > mostCharacters) return undefined;
  const words = text.match(/"[^"]*"|[\w-]+|[(),=]|\S/g) ?? [];
  const reading = new CfgReading(words, facts);
  const value = reading.call();
  return reading.isWhole ? value : undefined;
}

/** The depth of nesting is bounded with it. */
const mostCharacters = 2000;

class CfgReading {
  readonly #words: readonly string[];
  readonly #facts: ReadonlySet<string>;
  #at = 0;
  #isBroken = false;

  constructor(words: readonly string[], facts: ReadonlySet<string>) {
    this.#words = words;
    this.#facts = facts;
  }

  get isWhole(): boolean {
    return !this.#isBroken && this.#at === this.#words.length;
  }

  /** A name, a pair, or `name(…, …)`; `cfg(x)` itself reads like `all(x)`. */
  call(): boolean {
    const name = this.#next();
    if (this.#take('=')) {
      const value = this.#next();
      return this.#facts.has(`${name}=${value}`);
    }
    if (!this.#take('(')) return name === 'true' || this.#facts.has(name);
    const values: boolean[] = [];
    while (!this.#isBroken && !this.#take(')')) {
      values.push(this.call());
      if (!this.#take(',') && this.#words[this.#at] !== ')') this.#isBroken = true;
    }
    if (name === 'not') return values[0] === false;
    if (name === 'any') return values.includes(true);
    if (name !== 'all' && name !== 'cfg') this.#isBroken = true;
    return !values.includes(false);
  }

  #next(): string {
    const word = this.#words[this.#at++];
    if (word === undefined || /^[(),=]$/.test(word)) this.#isBroken = true;
    return word ?? '';
  }

  #take(mark: string): boolean {
    if (this.#words[this.#at] !== mark) return false;
    this.#at++;
    return true;
  }
}
