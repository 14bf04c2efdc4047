/** What a user typed to search for. */
export interface SearchExpression {
  readonly test: (text: string) => boolean;
  /** Why it was taken for plain text; '' = it is a regular expression. */
  readonly problem: string;
}

/**
 * A regular expression, whose case counts only where it has capitals, as in editors. What is no
 * regular expression is looked for as it stands.
 */
export function searchExpression(source: string): SearchExpression {
  // An escaped letter such as \S says nothing about case.
  const flags = /\p{Lu}/u.test(source.replace(/\\./g, '')) ? 'u' : 'iu';
  try {
    const expression = new RegExp(source, flags);
    return { test: (text) => expression.test(text), problem: '' };
  } catch {
    return withoutUnicode(source, flags.replace('u', ''));
  }
}

/** The `u` flag refuses escapes that people type, such as `\_` or a lone `{`. */
function withoutUnicode(source: string, flags: string): SearchExpression {
  try {
    const expression = new RegExp(source, flags);
    return { test: (text) => expression.test(text), problem: '' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isExact = !flags.includes('i');
    const wanted = isExact ? source : source.toLowerCase();
    return {
      test: (text) => (isExact ? text : text.toLowerCase()).includes(wanted),
      problem: reason.slice(reason.lastIndexOf(': ') + 2),
    };
  }
}
