import { ToolError } from '../base/tool-error.ts';

/**
 * hyperfine's `-P NAME FROM TO [-D STEP]` and `-L NAME a,b` in the words of `--parameter`: an option that
 * takes several words cannot be told from the commands behind it otherwise. So is `--ignore-failure=1,2`, which is
 * also a flag without a value. Everything else stays.
 */
export function hyperfineWords(args: readonly string[]): string[] {
  const step = wordAfter(args, ['-D', '--parameter-step-size']);
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (word === '--') return [...words, ...args.slice(at)];
    if (isScan(word, args[at + 1])) {
      const [name, from, to] = taken(args, at, 3);
      words.push('--parameter', `${name}=${from}..${to}${step === undefined ? '' : `..${step}`}`);
      at += 3;
    } else if (word === '-L' || word === '--parameter-list') {
      const [name, values] = taken(args, at, 2);
      words.push('--parameter', `${name}=${values}`);
      at += 2;
    } else if (word.startsWith(ignoredStatuses)) {
      const list = word.slice(ignoredStatuses.length);
      words.push(...(list === 'all-non-zero' ? ['--ignore-failure'] : ['--ignore-status', list]));
    } else if (word === '-D' || word === '--parameter-step-size') at += 1;
    else words.push(word);
  }
  return words;
}

const ignoredStatuses = '--ignore-failure=';

/** Our `-P` has its values in the same word. */
function isScan(word: string, next: string | undefined): boolean {
  return word === '--parameter-scan' || (word === '-P' && next?.includes('=') !== true);
}

function taken(args: readonly string[], at: number, count: number): readonly string[] {
  const words = args.slice(at + 1, at + 1 + count);
  if (words.length === count) return words;
  throw new ToolError('usage', `${args[at]} takes ${count} words`, {
    hint: '-P threads 1 8, -L size small,large, or --parameter threads=1..8',
  });
}

function wordAfter(args: readonly string[], names: readonly string[]): string | undefined {
  const at = args.findIndex((word) => names.includes(word));
  return at < 0 ? undefined : args[at + 1];
}
