import type { MeasureText } from './text-width.ts';

/**
 * The name as it fits: whole, then without arguments and generics, then with leading parts of its
 * path dropped one by one, then cut in the middle. Fewer than three letters say nothing: then none.
 */
export function fitLabel(name: string, room: number, measure: MeasureText): string {
  return room < smallestRoom ? '' : fitForms(labelForms(name), room, measure);
}

/** The first form that fits, or the last one cut. */
export function fitForms(forms: readonly string[], room: number, measure: MeasureText): string {
  if (room < smallestRoom) return '';
  for (const form of forms) if (measure(form) <= room) return form;
  return cutMiddle(forms.at(-1) ?? '', room, measure);
}

/** Narrower than this no three letters fit. */
const smallestRoom = 18;
/** Dropping more leading parts than this would take longer than it helps. */
const mostParts = 12;

/** From the whole name to its last part. */
export function labelForms(name: string): string[] {
  const bare = withoutBrackets(name);
  const forms = bare === name ? [name] : [name, bare];
  const starts = partStarts(masked(bare)).slice(-mostParts);
  for (const start of starts) forms.push(bare.slice(start));
  return forms;
}

/**
 * Names without what stands in balanced `<…>` and `(…)`: `Vec<T>::push(T)` is `Vec::push`. A leading
 * `<T as Trait>::f` is `T::f`. Brackets that are the name itself (`operator<`, `(*T).Get`) stay.
 */
function withoutBrackets(name: string): string {
  const opened = /^<(?:impl )?(.+?)(?: as .+)?>::/.exec(name.slice(0, 400));
  const start = opened === null ? name : `${opened[1] ?? ''}::${name.slice(opened[0].length)}`;
  const kept: string[] = [];
  let angle = 0;
  let round = 0;
  for (let i = 0; i < start.length; i++) {
    const char = start[i] as string;
    if (char === '<' && opensGenerics(start, i)) angle++;
    else if (char === '(' && opensArguments(start, i)) round++;
    else if (char === '>' && angle > 0 && !'-='.includes(start[i - 1] ?? '')) angle--;
    else if (char === ')' && round > 0) round--;
    else if (angle === 0 && round === 0) kept.push(char);
  }
  const rest = kept
    .join('')
    .replaceAll('::::', '::')
    // What stood behind it was the generics of a call: `grow::<T>`.
    .replace(/::$/, '')
    .replace(/ (const|\[clone [^\]]*\])$/, '')
    .trim();
  return rest === '' || angle > 0 || round > 0 ? name : rest;
}

function opensGenerics(name: string, at: number): boolean {
  return at > 0 && !/operator<?$/.test(name.slice(Math.max(0, at - 9), at));
}

/** `f(int)`, but not the receiver of Go's `pkg.(*T).Get` nor the name `(idle)`. */
function opensArguments(name: string, at: number): boolean {
  return at > 0 && !'.:/ ('.includes(name[at - 1] ?? '') && !isCallOperator(name, at);
}

/** The first brackets of C++'s `operator()(int)` are its name. */
function isCallOperator(name: string, at: number): boolean {
  return name[at + 1] === ')' && name.slice(Math.max(0, at - 8), at) === 'operator';
}

/** Where the parts of a path start, but for the first: after `::`, `/` or a `.` between names. */
function partStarts(name: string): number[] {
  const separators =
    /::|\/|\.(?=[\p{L}_$(*<])(?!(?:[cm]?[jt]sx?|py|rs|go|cc?|cpp|so|rb|java|isra|constprop|part|cold|llvm)\b)/gu;
  const starts: number[] = [];
  for (const match of name.matchAll(separators)) {
    const end = match.index + match[0].length;
    if (match.index > 0 && end < name.length) starts.push(end);
  }
  return starts;
}

/**
 * Where the last part of a name begins; what stands before it is its path. What is in brackets has no
 * parts, nor has what follows a space (a place in a file).
 */
export function lastPartStart(name: string): number {
  const space = masked(name).indexOf(' ', 1);
  return partStarts(masked(space < 0 ? name : name.slice(0, space))).at(-1) ?? 0;
}

/** The name with `_` for everything in brackets: places stay the same. */
function masked(name: string): string {
  let depth = 0;
  let text = '';
  for (let i = 0; i < name.length; i++) {
    const char = name[i] as string;
    const isArrow = char === '>' && '-='.includes(name[i - 1] ?? '');
    if ('<([{'.includes(char)) depth++;
    text += depth > 0 ? '_' : char;
    if (')]}>'.includes(char) && !isArrow && depth > 0) depth--;
  }
  return text;
}

/** Any text as it fits: whole, or cut in the middle. */
export function fitText(text: string, room: number, measure: MeasureText): string {
  return measure(text) <= room ? text : cutMiddle(text, room, measure);
}

/** `beginning…end`; in little room only the beginning. */
function cutMiddle(text: string, room: number, measure: MeasureText): string {
  let low = 0;
  let high = Math.min(text.length - 1, Math.ceil(room));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(cutTo(text, middle)) <= room) low = middle;
    else high = middle - 1;
  }
  return low < 3 ? '' : cutTo(text, low);
}

function cutTo(text: string, length: number): string {
  const tail = length < 10 ? 0 : Math.floor(length * 0.4);
  return `${whole(text.slice(0, length - tail))}…${whole(text.slice(text.length - tail))}`;
}

/** Drops half a surrogate pair at either end. */
function whole(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '').replace(/^[\udc00-\udfff]/, '');
}

/** Longer names are cut in the middle wherever they are written: nobody reads the rest. */
const longestName = 2000;

/**
 * A name from a profile as one line of text: control characters become a space or a replacement
 * mark, and so do the marks that reorder text (they would let one name look like another).
 */
export function plainName(name: string): string {
  const capped =
    name.length <= longestName
      ? name
      : `${whole(name.slice(0, longestName * 0.6))} … ${whole(name.slice(-longestName * 0.4))}`;
  return capped
    .replace(/[\t\n\r]+/g, ' ')
    .replace(/[\0-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '\ufffd');
}
