import type { Query } from '../query.ts';
import type { Scope } from '../scope.ts';
import { type MissingSymbols, missingSymbols } from '../summary/missing-symbols.ts';

export interface MissingRequest {
  readonly scope: Scope;
}

/** What ran in code whose functions are not known, beside what ran at all. */
export interface MissingAnswer extends MissingSymbols {
  readonly wholeSamples: number;
}

export const answerMissing: Query<MissingRequest, MissingAnswer> = (exploration, { scope }) => {
  const profile = exploration.scoped(scope);
  const { count, length } = profile.samples;
  const wholeSamples = count?.reduce((sum, each) => sum + each, 0) ?? length;
  return { ...missingSymbols(profile), wholeSamples };
};
