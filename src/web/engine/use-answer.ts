import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { AnswerOf, QueryName, RequestOf } from '../../explore/index.ts';
import { asEngineError, type Engine, type EngineError } from './engine.ts';
import { LatestQuestion } from './latest-question.ts';

export interface Answered<Answer> {
  /** The last answer: it stays until the next one is there, so that nothing jumps. */
  readonly answer: Answer | null;
  readonly error: EngineError | null;
  readonly isPending: boolean;
}

/**
 * Asks whenever the signals that `request` reads change what is asked; null asks nothing. One question is
 * on its way at a time and the newest one follows it: a drag shows as many answers as there is time for,
 * and those that were overtaken are never asked.
 */
export function useAnswer<Name extends QueryName>(
  engine: Engine,
  name: Name,
  request: () => RequestOf<Name> | null,
): ReadonlySignal<Answered<AnswerOf<Name>>> {
  const answered = useSignal<Answered<AnswerOf<Name>>>({
    answer: null,
    error: null,
    isPending: false,
  });
  const latest = useMemo(() => {
    const change = (next: Partial<Answered<AnswerOf<Name>>>): void => {
      answered.value = { ...answered.peek(), ...next };
    };
    return new LatestQuestion<RequestOf<Name>, AnswerOf<Name>>({
      ask: (asked, signal) => engine.ask(name, asked, signal),
      onPending: () => change({ isPending: true }),
      onAnswer: (answer, isLast) => change({ answer, error: null, isPending: !isLast }),
      onError: (error, isLast) => change({ error: asEngineError(error), isPending: !isLast }),
      onIdle: () => change({ isPending: false }),
    });
  }, [engine, name, answered]);
  useSignalEffect(() => latest.ask(request()));
  useEffect(() => () => latest.stop(), [latest]);
  return answered;
}
