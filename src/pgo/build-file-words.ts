const deepestNesting = 5;

/** `$(NAME)` and `${NAME}` by what the file sets; what it does not set stays. */
export function expanded(text: string, values: ReadonlyMap<string, string>): string {
  let whole = text;
  for (let depth = 0; depth < deepestNesting; depth++) {
    whole = whole.replaceAll(
      /\$[({](\w+)[)}]/g,
      (found, name: string) => values.get(name) ?? found,
    );
  }
  return whole;
}

/** A path that a shell and make take as it is; anything else was not understood. */
export function isPlainPath(path: string): boolean {
  return /^[\w][\w./+-]*$/.test(path);
}
