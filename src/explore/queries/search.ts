import type { TreeGranularity } from '../../analysis/index.ts';
import type { Profile } from '../../profile/index.ts';
import type { Exploration } from '../exploration.ts';
import type { KeyedProfile } from '../keyed-profile.ts';
import type { Query } from '../query.ts';
import type { Scope } from '../scope.ts';
import { searchExpression } from '../search-expression.ts';

export interface SearchRequest {
  readonly scope: Scope;
  readonly by: TreeGranularity;
  /** A regular expression over names, modules and files; '' matches nothing. */
  readonly expression: string;
}

export interface SearchAnswer {
  /** Bit (key & 31) of word (key >> 5): the key matches. */
  readonly matches: Uint32Array;
  /** How many keys with a value match. */
  readonly functions: number;
  /** Of samples with a match anywhere in their stack. */
  readonly value: number;
  readonly samples: number;
  readonly share: number;
  /** Why the expression was taken for plain text; '' = it was not. */
  readonly problem: string;
}

export const answerSearch: Query<SearchRequest, SearchAnswer> = (exploration, request) => {
  const { scope, by, expression } = request;
  const found = exploration.found(scope, by, expression, () => search(exploration, request));
  return { ...found, matches: found.matches.slice() };
};

function search(exploration: Exploration, { scope, by, expression }: SearchRequest): SearchAnswer {
  const profile = exploration.scoped(scope);
  const keyed = exploration.keyed(profile, by);
  const { isMatch, problem } = matchKeys(keyed, expression);
  const found = matchedSums(profile, keyed, isMatch);
  const matches = new Uint32Array((isMatch.length + 31) >> 5);
  for (let key = 0; key < isMatch.length; key++) {
    if (isMatch[key] === 1) matches[key >> 5] = (matches[key >> 5] as number) | (1 << (key & 31));
  }
  return { matches, ...found, problem };
}

interface KeyMatches {
  readonly isMatch: Uint8Array;
  readonly problem: string;
}

function matchKeys({ keys }: KeyedProfile, expression: string): KeyMatches {
  const isMatch = new Uint8Array(keys.length);
  if (expression === '') return { isMatch, problem: '' };
  const { test, problem } = searchExpression(expression);
  // Modules and files repeat: each text is tested once.
  const known = new Map<string, boolean>([['', false]]);
  const testOnce = (text: string): boolean => {
    const answer = known.get(text) ?? test(text);
    known.set(text, answer);
    return answer;
  };
  // The root and the processes are no code, and everything is below them.
  for (let key = 0; key < keys.firstOther; key++) {
    const { name, module, file } = keys;
    const found = test(name[key] ?? '') || testOnce(module[key] ?? '') || testOnce(file[key] ?? '');
    isMatch[key] = found ? 1 : 0;
  }
  return { isMatch, problem };
}

type Matched = Pick<SearchAnswer, 'functions' | 'value' | 'samples' | 'share'>;

/** One pass down the stacks says which pass through a match; recursion cannot count twice. */
function matchedSums(
  { stacks, samples }: Profile,
  { keyOfFrame }: KeyedProfile,
  isMatch: Uint8Array,
): Matched {
  const passes = new Uint8Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const up = stacks.parent[stack] as number;
    const own = isMatch[keyOfFrame[stacks.frame[stack] as number] as number] as number;
    passes[stack] = own | (up < 0 ? 0 : (passes[up] as number));
  }
  const isLive = new Uint8Array(stacks.length);
  const [values, counts] = [samples.values[0], samples.count];
  let [whole, value, observed] = [0, 0, 0];
  for (let row = 0; row < samples.length; row++) {
    const amount = values?.[row] ?? 0;
    whole += amount;
    const stack = samples.stack[row] as number;
    if (stack < 0) continue;
    isLive[stack] = 1;
    if (passes[stack] === 0) continue;
    value += amount;
    observed += counts?.[row] ?? 0;
  }
  const isCounted = new Uint8Array(isMatch.length);
  let functions = 0;
  for (let stack = stacks.length - 1; stack >= 0; stack--) {
    if (isLive[stack] === 0) continue;
    const up = stacks.parent[stack] as number;
    if (up >= 0) isLive[up] = 1;
    const key = keyOfFrame[stacks.frame[stack] as number] as number;
    if (isMatch[key] === 0 || isCounted[key] === 1) continue;
    isCounted[key] = 1;
    functions++;
  }
  return { functions, value, samples: observed, share: whole === 0 ? 0 : value / whole };
}
