import { escapeExpression } from '../../profile/index.ts';

// The search is always an expression; a field that takes plain text writes and reads it through here.

/** The text that an expression finds as it stands; undefined = it is more than a text. */
export function plainSearch(expression: string): string | undefined {
  const text = expression.replace(/\\([\\^$.*+?()[\]{}|])/g, '$1');
  return escapeExpression(text) === expression ? text : undefined;
}

/** An expression that finds one name and no other. */
export function exactly(name: string): string {
  return `^${escapeExpression(name)}$`;
}
