/** A bug in Plateau itself. Bad input and refused requests are `ToolError`s instead. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** Closes an exhaustive switch: a new member of the union stops compiling here. */
export function unreachable(value: never): never {
  throw new AssertionError(`unexpected value ${String(value)}`);
}

/** The value, or a bug report naming what was missing. */
export function present<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new AssertionError(`missing ${what}`);
  return value;
}
