import { ToolError } from '../base/tool-error.ts';

/**
 * A regular expression as users of pprof write it. The syntax is JavaScript's, plus the spellings
 * of RE2 that people have in their fingers: a leading `(?i)`, `(?P<name>…)`, `\A`, `\z` and POSIX
 * classes.
 */
export function compileExpression(text: string, flag: string): RegExp {
  const { flags, source } = translate(text);
  const compiled = tryCompile(source, flags);
  if (compiled instanceof RegExp) return compiled;
  const position = faultPosition(source, flags, compiled) + text.length - source.length;
  const place = Math.max(0, Math.min(position, text.length));
  throw new ToolError(
    'bad-expression',
    `${flag}: ${compiled.toLowerCase()} at character ${place + 1} of ${text}`,
    { offset: place, hint: hintFor(text, place) },
  );
}

/** The expression, or why it is none. */
function tryCompile(source: string, flags: string): RegExp | string {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(': ') + 2);
  }
}

/** The optional flags at the front, and the rest in JavaScript's spelling. */
function translate(text: string): { flags: string; source: string } {
  const front = /^\(\?([ims]+)\)/.exec(text);
  const source = text
    .slice(front?.[0].length ?? 0)
    .replace(/\(\?P</g, '(?<')
    .replace(/\\A/g, '^')
    .replace(/\\z/g, '$')
    .replace(/\[:(\w+):\]/g, (whole, name: string) => posixClasses[name] ?? whole);
  // Without `u` a stray `\-` is forgiven; with it characters beyond 2^16 count as one.
  const unicode = /\\[pP]\{|\\u\{|[\ud800-\udfff]/.test(source) ? 'u' : '';
  return { flags: `${[...new Set(front?.[1] ?? '')].join('')}${unicode}`, source };
}

const posixClasses: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  punct: '!-/:-@[-`{-~',
  space: '\\s',
  word: '\\w',
  xdigit: '0-9A-Fa-f',
};

/** Longer expressions than this are not searched for the place of their fault. */
const longestSearched = 2000;

/**
 * JavaScript does not say where an expression is wrong. What is left open began after the last
 * prefix that compiles; any other fault is the end of the first prefix that has it.
 */
function faultPosition(source: string, flags: string, reason: string): number {
  const limit = Math.min(source.length, longestSearched);
  let lastGood = 0;
  for (let end = 1; end <= limit; end++) {
    const prefix = tryCompile(source.slice(0, end), flags);
    if (prefix instanceof RegExp) lastGood = end;
    else if (prefix === reason && !/^(Unterminated|Missing)/.test(reason)) return end - 1;
  }
  return lastGood;
}

function hintFor(text: string, position: number): string {
  const char = text[position] ?? '';
  return /[()[\]{}*+?|\\.^$]/.test(char)
    ? `write \\${char} to match a literal ${char}`
    : 'see the syntax of JavaScript regular expressions';
}

/** An expression that finds a text as it stands. */
export function escapeExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
