import { parse, TomlError } from 'smol-toml';
import { editDistance } from '../base/near-names.ts';
import { findTimeNs } from '../base/time-span.ts';
import { ToolError } from '../base/tool-error.ts';
import { lineOfKey } from './toml-place.ts';

type Values = Readonly<Record<string, unknown>>;

/** A text with its name: every mistake names file, line and key. */
export interface TomlText {
  readonly path: string;
  readonly text: string;
}

export function parseToml({ path, text }: TomlText): Values {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = 'not TOML'] = error.message.replace('Invalid TOML document: ', '').split('\n');
    const line = text.split('\n')[error.line - 1] ?? '';
    const key = /^\s*([\w.-]+)\s*=/.exec(line)?.[1];
    const named = key === undefined ? '' : `${key}: `;
    throw new ToolError('malformed-input', `${path}:${error.line}: ${named}${reason}`, {
      hint: `look at column ${error.column} of line ${error.line}`,
      cause: error,
    });
  }
}

/** One table of the file. Each key is asked for once, by its type; what was never asked for is a mistake. */
export class TomlTable {
  readonly #source: TomlText;
  readonly #path: string;
  readonly #values: Values;
  readonly #asked = new Set<string>();

  constructor(source: TomlText, path: string, values: Values) {
    this.#source = source;
    this.#path = path;
    this.#values = values;
  }

  has(key: string): boolean {
    return this.#values[key] !== undefined;
  }

  text(key: string, otherwise?: string): string {
    const value = this.#ask(key, otherwise);
    if (typeof value === 'string') return value;
    throw this.wrong(key, 'is not a text');
  }

  choice<Choice extends string>(
    key: string,
    choices: readonly Choice[],
    otherwise?: Choice,
  ): Choice {
    const value = this.text(key, otherwise);
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw this.wrong(key, `is ${JSON.stringify(value)}, not one of ${choices.join(', ')}`);
  }

  flag(key: string, otherwise: boolean): boolean {
    const value = this.#ask(key, otherwise);
    if (typeof value === 'boolean') return value;
    throw this.wrong(key, 'is neither true nor false');
  }

  number(
    key: string,
    otherwise: number,
    { least = 0, isWhole = true }: { least?: number; isWhole?: boolean } = {},
  ): number {
    const value = this.#ask(key, otherwise);
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw this.wrong(key, 'is not a number');
    if (isWhole && !Number.isInteger(value)) throw this.wrong(key, 'is not a whole number');
    if (value < least) throw this.wrong(key, `is ${value}, less than ${least}`);
    return value;
  }

  /** `"10s"`, `"500ms"`, `"2m"`. */
  durationMs(key: string, otherwise: string): number {
    const ns = findTimeNs(this.text(key, otherwise));
    if (ns === undefined) throw this.wrong(key, 'is not a time such as "500ms", "10s" or "2m"');
    return ns / 1e6;
  }

  texts(key: string, otherwise: readonly string[] = []): readonly string[] {
    const value = this.#ask(key, otherwise);
    if (!Array.isArray(value) || value.some((word) => typeof word !== 'string')) {
      throw this.wrong(key, 'is not a list of texts');
    }
    return value.map(String);
  }

  table(key: string): TomlTable | null {
    const value = this.#ask(key, null);
    if (value === null) return null;
    if (!isTable(value)) throw this.wrong(key, 'is not a table');
    return new TomlTable(this.#source, this.#place(key), value);
  }

  tables(key: string): TomlTable[] {
    const value = this.#ask(key, []);
    if (!Array.isArray(value) || !value.every(isTable)) {
      throw this.wrong(key, `is not a list of tables: write [[${this.#place(key)}]]`);
    }
    return value.map((each, at) => new TomlTable(this.#source, `${this.#place(key)}[${at}]`, each));
  }

  textMap(key: string): Record<string, string> {
    const table = this.table(key);
    if (table === null) return {};
    return Object.fromEntries(Object.keys(table.#values).map((name) => [name, table.text(name)]));
  }

  /** Refuses keys that nobody knows, naming the nearest one that exists. */
  finish(): void {
    for (const key of Object.keys(this.#values)) {
      if (this.#asked.has(key)) continue;
      const near = [...this.#asked].find((known) => editDistance(known, key) <= 2);
      throw this.wrong(key, 'is not a key that is known here', near === undefined ? '' : near);
    }
  }

  wrong(key: string, what: string, suggestion = ''): ToolError {
    const place = this.#place(key);
    const line = lineOfKey(this.#source.text, place);
    return new ToolError('malformed-input', `${this.#source.path}:${line}: ${place} ${what}`, {
      hint: suggestion === '' ? 'docs/guides/pgo.md lists every key' : suggestion,
    });
  }

  #ask(key: string, otherwise: unknown): unknown {
    this.#asked.add(key);
    const value = this.#values[key] ?? otherwise;
    if (value === undefined) throw this.wrong(key, 'is missing');
    return value;
  }

  #place(key: string): string {
    return this.#path === '' ? key : `${this.#path}.${key}`;
  }
}

function isTable(value: unknown): value is Values {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}
