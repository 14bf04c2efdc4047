import { matchKeys, type NamedRows, stableName } from '../../analysis/index.ts';
import { functionOn } from '../around-function.ts';
import { NameList } from '../packed-names.ts';
import type { Query } from '../query.ts';
import type { Comparison } from '../scope.ts';
import {
  type AssemblyAnswer,
  type AssemblyRequest,
  answerAssembly,
  shownKinds,
} from './assembly.ts';
import { answerAssemblyFunctions, type CodedFunction } from './assembly-functions.ts';

export interface CompareAssemblyRequest extends Comparison, Omit<AssemblyRequest, 'scope'> {
  /** Which side's code is shown where they differ. */
  readonly side: 'base' | 'new';
}

/**
 * How the code of both sides compares: the same bytes; the same instructions, whose references to
 * other places differ because things moved; other instructions; or only one side has code.
 */
export type CodeMatch = 'same' | 'moved' | 'different' | 'one-side';

/** The code of a function on both sides. */
export interface ComparedAssembly extends AssemblyAnswer {
  readonly match: CodeMatch;
  /** Whose code is shown; of the same code the new side's. */
  readonly shownSide: 'base' | 'new';
  /** What the instructions cost in the base; null = the code differs, and costs are of the shown side. */
  readonly base: { readonly self: Float64Array; readonly total: Float64Array } | null;
  readonly sides: Readonly<Record<'base' | 'new', CodeSide>>;
}

/** The code of one side as a whole. */
export interface CodeSide {
  /** 0 = it has none. */
  readonly instructions: number;
  readonly sizeBytes: number;
  /** Scaled as in every comparison. */
  readonly self: number;
}

export const answerCompareAssembly: Query<CompareAssemblyRequest, ComparedAssembly> = async (
  exploration,
  request,
) => {
  const { base, after, syntax } = request;
  const old = await answerAssembly(exploration, {
    ...functionOn(exploration, base, request),
    scope: base,
    syntax,
  });
  const now = await answerAssembly(exploration, {
    ...functionOn(exploration, after, request),
    scope: after,
    syntax,
  });
  const { scale } = exploration.compared(request, 'functions', 'total');
  const match = matchCode(old, now);
  const scaled = scaleCosts(now, scale);
  const shared = {
    match,
    sides: { base: sideOf(old), new: sideOf(scaled) },
  };
  if (match === 'same' || match === 'moved') {
    const { self, total } = old;
    return { ...scaled, ...shared, shownSide: 'new', base: { self, total } };
  }
  const has = { base: old.missing === '', new: now.missing === '' };
  const isBase = has.base && (request.side === 'base' || !has.new);
  return { ...(isBase ? old : scaled), ...shared, shownSide: isBase ? 'base' : 'new', base: null };
};

function matchCode(old: AssemblyAnswer, now: AssemblyAnswer): CodeMatch {
  if (old.missing !== '' || now.missing !== '') return 'one-side';
  if (old.length !== now.length || old.architecture !== now.architecture) return 'different';
  const [before, after] = [new CodeText(old), new CodeText(now)];
  let match: CodeMatch = 'same';
  for (let row = 0; row < now.length; row++) {
    if (before.bytes(row) === after.bytes(row)) continue;
    if (!before.isAlike(after, row)) return 'different';
    match = 'moved';
  }
  return match;
}

/** Instructions as text, to compare them. */
class CodeText {
  readonly #answer: AssemblyAnswer;
  readonly #mnemonics: NameList;
  readonly #operands: NameList;
  readonly #bytes: NameList;

  constructor(answer: AssemblyAnswer) {
    this.#answer = answer;
    this.#mnemonics = new NameList(answer.mnemonic);
    this.#operands = new NameList(answer.operands);
    this.#bytes = new NameList(answer.bytes);
  }

  bytes(row: number): string {
    return this.#bytes.at(row);
  }

  /** Whether two instructions differ only in where something else stands. */
  isAlike(other: CodeText, row: number): boolean {
    if (this.#mnemonics.at(row) !== other.#mnemonics.at(row)) return false;
    if (this.bytes(row).length !== other.bytes(row).length) return false;
    const kind = shownKinds[this.#answer.kind[row] as number];
    if (kind === 'call' || kind === 'jump' || kind === 'conditional-jump') return true;
    const [mine, theirs] = [this.#operands.at(row), other.#operands.at(row)];
    const isPlaced = mine.includes('rip') || this.#mnemonics.at(row).startsWith('adr');
    return isPlaced && withoutNumbers(mine) === withoutNumbers(theirs);
  }
}

function withoutNumbers(operands: string): string {
  return operands.replace(/[+-]?\s*(?:0x[\da-f]+|\b\d+\b)/g, '#');
}

function scaleCosts(answer: AssemblyAnswer, scale: number): AssemblyAnswer {
  if (scale === 1) return answer;
  const { self, total, whole } = answer;
  return {
    ...answer,
    self: self.map((value) => value * scale),
    total: total.map((value) => value * scale),
    whole: { ...whole, value: whole.value * scale },
    loops: answer.loops.map((loop) => ({ ...loop, self: loop.self * scale })),
  };
}

function sideOf({ length, sizeBytes, self, missing }: AssemblyAnswer): CodeSide {
  if (missing !== '') return { instructions: 0, sizeBytes: 0, self: 0 };
  return { instructions: length, sizeBytes, self: self.reduce((sum, value) => sum + value, 0) };
}

export type CompareAssemblyFunctionsRequest = Comparison;

/** A function with code on either side; costs are the new side's, `base` has the other's. */
export interface ComparedCodedFunction extends CodedFunction {
  readonly base: { readonly self: number; readonly total: number };
}

export interface ComparedAssemblyFunctions {
  /** Those that changed most first. */
  readonly functions: readonly ComparedCodedFunction[];
  readonly unit: string;
}

export const answerCompareAssemblyFunctions: Query<
  CompareAssemblyFunctionsRequest,
  ComparedAssemblyFunctions
> = async (exploration, request) => {
  const base = await answerAssemblyFunctions(exploration, { scope: request.base });
  const after = await answerAssemblyFunctions(exploration, { scope: request.after });
  const { scale, unit } = exploration.compared(request, 'functions', 'total');
  const pairs = matchKeys(namesOf(base.functions), namesOf(after.functions));
  const functions = pairs.flatMap((pair): ComparedCodedFunction[] => {
    const [old, now] = [base.functions[pair.base], after.functions[pair.after]];
    const named = now ?? old;
    if (named === undefined) return [];
    return [
      {
        ...named,
        self: (now?.self ?? 0) * scale,
        total: (now?.total ?? 0) * scale,
        selfSamples: now?.selfSamples ?? 0,
        totalSamples: now?.totalSamples ?? 0,
        base: { self: old?.self ?? 0, total: old?.total ?? 0 },
      },
    ];
  });
  functions.sort((a, b) => changeOf(b) - changeOf(a));
  return { functions, unit };
};

function namesOf(functions: readonly CodedFunction[]): NamedRows {
  return {
    length: functions.length,
    name: functions.map(({ name }) => stableName(name)),
    module: functions.map(({ module }) => module),
  };
}

/** A tiny part of the total decides between functions without cost of their own. */
function changeOf({ self, total, base }: ComparedCodedFunction): number {
  return Math.abs(self - base.self) + Math.abs(total - base.total) * 1e-6;
}
