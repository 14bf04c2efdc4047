import { ToolError } from './tool-error.ts';

type Read<Value> = (value: unknown, path: string) => Value;

/** The fields of an object from a file: each is checked, and what is wrong names its path. */
export class JsonFields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #path: string;

  constructor(value: unknown, path: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      refuseJson(path, 'is no object');
    }
    this.#values = value as Readonly<Record<string, unknown>>;
    this.#path = path;
  }

  one<Value>(name: string, read: Read<Value>): Value {
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
    return read(value, `${this.#path}.${name}`);
  }

  /** Null where the field is null or not there. */
  maybe<Value>(name: string, read: Read<Value>): Value | null {
    return this.one(name, (value, path) =>
      value === undefined || value === null ? null : read(value, path),
    );
  }

  list<Value>(name: string, read: Read<Value>): Value[] {
    return this.one(name, (value, path) => jsonList(value, path, read));
  }

  text(name: string): string {
    return this.one(name, jsonText);
  }

  number(name: string): number {
    return this.one(name, jsonNumber);
  }

  boolean(name: string): boolean {
    return this.one(name, jsonBoolean);
  }
}

export function jsonText(value: unknown, path: string): string {
  return typeof value === 'string' ? value : refuseJson(path, 'is no text');
}

export function jsonNumber(value: unknown, path: string): number {
  return typeof value === 'number' ? value : refuseJson(path, 'is no number');
}

export function jsonBoolean(value: unknown, path: string): boolean {
  return typeof value === 'boolean' ? value : refuseJson(path, 'is neither true nor false');
}

export function jsonList<Value>(value: unknown, path: string, read: Read<Value>): Value[] {
  if (!Array.isArray(value)) return refuseJson(path, 'is no list');
  return value.map((each, at) => read(each, `${path}[${at}]`));
}

export function refuseJson(path: string, what: string): never {
  throw new ToolError('malformed-input', `${path} ${what}`);
}

/** Any JSON value; what is none says where it stops being so, on one line. */
export function parseJsonText(text: string, hint?: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, ' ');
    throw new ToolError('malformed-input', `not JSON: ${reason}`, {
      ...(hint !== undefined && { hint }),
      cause,
    });
  }
}
