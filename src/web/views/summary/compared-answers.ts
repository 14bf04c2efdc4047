import { type ReadonlySignal, useComputed } from '@preact/signals';
import type {
  CompareAnswer,
  CompareThreadsAnswer,
  FileFacts,
  SummaryAnswer,
  SummaryRequest,
} from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { type Answered, useAnswer } from '../../engine/use-answer.ts';
import { comparisonOf } from '../../kit/compare/sides.ts';

/** Both sides of a comparison, and what differs between them. */
export interface ComparedAnswers {
  readonly functions: CompareAnswer;
  readonly modules: CompareAnswer;
  readonly threads: CompareThreadsAnswer;
  readonly base: SummaryAnswer;
  readonly baseFile: FileFacts;
}

/** Null while nothing is compared, or not all of it is known. */
export function useCompared(
  app: App,
  asked: Omit<SummaryRequest, 'scope'>,
): ReadonlySignal<Pick<Answered<ComparedAnswers>, 'answer' | 'error'>> {
  const functions = useAnswer(app.engine, 'compare', () => {
    const sides = comparisonOf(app);
    const { measure } = app.state.value;
    return sides === null ? null : { ...sides, by: 'functions', measure };
  });
  const modules = useAnswer(app.engine, 'compare', () => {
    const sides = comparisonOf(app);
    return sides === null ? null : { ...sides, by: 'modules', measure: 'self' };
  });
  const threads = useAnswer(app.engine, 'compareThreads', () => comparisonOf(app));
  const summary = useAnswer(app.engine, 'summary', () => {
    const scope = app.baseScope.value;
    return scope === null ? null : { scope, ...asked };
  });
  return useComputed(() => {
    const all = [functions, modules, threads, summary] as const;
    const error = all.map(({ value }) => value.error).find((each) => each !== null) ?? null;
    const scope = app.baseScope.value;
    const baseFile = app.files.value.find(({ index }) => index === scope?.file);
    const [first, second, third, base] = [
      functions.value.answer,
      modules.value.answer,
      threads.value.answer,
      summary.value.answer,
    ];
    const isWhole = first !== null && second !== null && third !== null && base !== null;
    if (!isWhole || scope === null || baseFile === undefined) return { answer: null, error };
    return {
      answer: { functions: first, modules: second, threads: third, base, baseFile },
      error,
    };
  });
}
