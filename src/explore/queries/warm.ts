import type { TreeGranularity } from '../../analysis/index.ts';
import type { Query } from '../query.ts';
import type { Scope } from '../scope.ts';

export interface WarmRequest {
  readonly scope: Scope;
  readonly by: TreeGranularity;
}

/** Makes what the first call tree of a scope needs, so that it is ready when a view asks for it. */
export const answerWarm: Query<WarmRequest, null> = (exploration, { scope, by }) => {
  exploration.callTree(scope, by);
  return null;
};
