// Transform steps in the words of `parseTransform` (src/profile/transform.ts), and what a person
// reads for them.

/** Longer paths are cut at the front: the engine tells this many functions in a row apart. */
const longestPath = 30;

export function focusStep(name: string): string {
  return `focus:${functionWord(name)}`;
}

/** A path of names from a root to a function. One name alone is the same as focusing it. */
export function subtreeStep(path: readonly string[]): string {
  const last = path.slice(-longestPath);
  if (last.length < 2 || last.some((name) => name.includes(';')))
    return focusStep(last.at(-1) ?? '');
  return `subtree:${last.map(functionWord).join(';')}`;
}

export function mergeStep(name: string): string {
  return `merge:${functionWord(name)}`;
}

export function dropStep(name: string): string {
  return `drop:${functionWord(name)}`;
}

export function collapseRecursionStep(name: string): string {
  return `recursion:${functionWord(name)}`;
}

export function collapseModuleStep(module: string): string {
  return `module:${functionWord(module)}`;
}

export function hideStep(expression: string): string {
  return `hide:${expression}`;
}

export function categoryStep(family: string): string {
  return `category:${family}`;
}

export const onlyMyCodeStep = 'mine';

/** A name that looks like an expression is written as one, so that it is taken by the letter. */
function functionWord(name: string): string {
  const looksLikeExpression = name.length > 2 && name.startsWith('/') && name.endsWith('/');
  return looksLikeExpression ? `/^${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$/` : name;
}

/** The word and the rest of a step; the rest is '' where there is none. */
export function splitStep(step: string): { readonly word: string; readonly rest: string } {
  const at = step.indexOf(':');
  return at < 0 ? { word: step, rest: '' } : { word: step.slice(0, at), rest: step.slice(at + 1) };
}

const verbs: Readonly<Record<string, string>> = {
  focus: 'focus',
  subtree: 'subtree',
  merge: 'merge',
  drop: 'drop',
  recursion: 'recursion of',
  module: 'collapse',
  hide: 'hide',
  category: 'only',
  rename: 'rename',
};

/** As the context bar writes it: `focus Matcher::find`. */
export function stepLabel(step: string): { readonly verb: string; readonly object: string } {
  const { word, rest } = splitStep(step);
  if (word === 'mine') return { verb: 'only my code', object: '' };
  if (word === 'invert') return { verb: 'inverted', object: '' };
  if (word === 'recursion' && rest === '') return { verb: 'collapse recursion', object: '' };
  if (word === 'subtree') return { verb: 'subtree', object: rest.split(';').at(-1) ?? '' };
  return { verb: verbs[word] ?? word, object: rest };
}
