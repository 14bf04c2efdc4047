// The search is always an expression; a field that takes plain text writes and reads it through here.

const marks = /[\\^$.*+?()[\]{}|]/g;

/** An expression that finds a text as it stands. */
export function escapeSearch(text: string): string {
  return text.replace(marks, '\\$&');
}

/** The text that an expression finds as it stands; undefined = it is more than a text. */
export function plainSearch(expression: string): string | undefined {
  const text = expression.replace(/\\([\\^$.*+?()[\]{}|])/g, '$1');
  return escapeSearch(text) === expression ? text : undefined;
}

/** An expression that finds one name and no other. */
export function exactly(name: string): string {
  return `^${escapeSearch(name)}$`;
}
