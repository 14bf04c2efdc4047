import type { Exploration } from './exploration.ts';

/**
 * Answers a question about open profiles. The arrays of an answer become the asker's (they are
 * transferred to another thread), so a query hands out copies of what the exploration keeps.
 */
export type Query<Request, Answer> = (
  exploration: Exploration,
  request: Request,
) => Answer | Promise<Answer>;
