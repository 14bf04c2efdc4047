import { demangle } from '../../demangle/index.ts';
import { type FunctionCounters, type InstrumentedProfile, nameOf } from '../../training/index.ts';
import type { PgoTarget } from '../pgo-config.ts';
import type { ProfileFacts, ProfileProblem } from '../toolchain.ts';

const shownFunctions = 10;
/** Counters above this are no counts: LLVM marks functions with them. */
const leastPseudoCount = (1n << 64n) - 2n;

/** One function of a profile, as the checks see it. */
export interface CountedFunction {
  /** As the programmer wrote it. */
  readonly name: string;
  readonly linkageName: string;
  /** How often its blocks were entered, all together. */
  readonly sum: number;
  /** The same of its most frequent block. */
  readonly highest: number;
}

/** The functions that have counters, the heaviest first; those that never ran too. */
export function countedFunctions({ functions }: InstrumentedProfile): CountedFunction[] {
  return functions.map(countedFunction).sort((a, b) => b.sum - a.sum || order(a.name, b.name));
}

function countedFunction(counters: FunctionCounters): CountedFunction {
  // A local function carries its file in front: `main.c;scan`, before LLVM 17 `main.c:scan`.
  const linkageName = nameOf(counters).replace(/^(?:.*;|[^:]*\.\w+:)/, '');
  let sum = 0;
  let highest = 0;
  for (const counter of counters.counts) {
    const count = counter >= leastPseudoCount ? 0 : Number(counter);
    sum += count;
    if (count > highest) highest = count;
  }
  return { name: demangle(linkageName), linkageName, sum, highest };
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * What an instrumented profile says. `samples` is the sum of all counters, `Total count` of
 * `llvm-profdata show`: how often blocks were entered, not how often a timer fired.
 */
export function llvmProfileFacts(
  functions: readonly CountedFunction[],
  namelessCount: number,
): ProfileFacts {
  const samples = functions.reduce((sum, each) => sum + each.sum, 0);
  const ran = functions.filter(({ sum }) => sum > 0);
  const named = functions.length / Math.max(1, functions.length + namelessCount);
  return {
    samples,
    functions: ran.length,
    usableShare: named,
    hottest: ran
      .slice(0, shownFunctions)
      .map(({ name, sum }) => ({ name, share: sum / Math.max(1, samples) })),
    unit: 'counts',
    instrumented: functions.length,
  };
}

/**
 * Loops of real work turn more often than this. Start-up does not: it fills tables of 256 entries,
 * reads arguments and opens files.
 */
const leastHighest = 1000;
/** Less is over within about a millisecond. */
const fewCounts = 1e6;

/** The first reason why counters would not help, or would mislead. */
export function findLlvmProfileProblem(
  functions: readonly CountedFunction[],
  facts: ProfileFacts,
  target: Pick<PgoTarget, 'leastSamples' | 'require'>,
): ProfileProblem | null {
  if (facts.samples === 0) {
    return {
      cause: 'the profile holds no counts: nothing that was instrumented ran',
      fix: 'train the program itself, not a script that starts another one',
    };
  }
  const highest = functions.reduce((most, each) => Math.max(most, each.highest), 0);
  if (target.leastSamples > 0 && highest < leastHighest) {
    return {
      cause:
        `nothing ran more than ${highest} times, ${facts.samples} counts in ${facts.functions} ${facts.functions === 1 ? 'function' : 'functions'}: ` +
        'only start-up was trained',
      fix: 'give the training workload real work: its input, more data (--datasize); least-samples = 0 takes such a profile',
    };
  }
  if (facts.samples < target.leastSamples) {
    return {
      cause: `${facts.samples} counts are fewer than ${target.leastSamples}: the run was too short`,
      fix: 'raise --datasize or repeat; least-samples in plateau.toml sets the limit',
    };
  }
  return findMissing(functions, target.require);
}

/** A function that never ran, and one that was never counted, need different answers. */
function findMissing(
  functions: readonly CountedFunction[],
  required: readonly string[],
): ProfileProblem | null {
  const having = (wanted: string): CountedFunction[] =>
    functions.filter(
      ({ name, linkageName }) => name.includes(wanted) || linkageName.includes(wanted),
    );
  const unknown = required.filter((wanted) => having(wanted).length === 0);
  if (unknown.length > 0) {
    return {
      cause: `no function with counters is called ${unknown.join(', ')}, which plateau.toml requires`,
      fix: 'require a function that is not inlined before counting, such as the one that calls it; plateau pgo show lists them',
    };
  }
  const idle = required.filter((wanted) => having(wanted).every(({ sum }) => sum === 0));
  if (idle.length === 0) return null;
  return {
    cause: `the training never reached ${idle.join(', ')}, which plateau.toml requires`,
    fix: 'check that the workload does what it is meant to: its arguments, its data, its logins',
  };
}

/** What is no reason to leave a profile out, but to look at it. */
export function llvmProfileWarnings(facts: ProfileFacts): string[] {
  if (facts.samples >= fewCounts) return [];
  return [
    `only ${facts.samples} counts: the training took about a millisecond; longer runs say more about what is usual`,
  ];
}
