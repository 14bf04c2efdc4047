import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import type { AnswerOf, QueryName, RequestOf } from '../../explore/index.ts';
import { type Engine, EngineError } from './engine.ts';

export interface Answered<Answer> {
  /** The last answer: it stays until the next one is there, so that nothing jumps. */
  readonly answer: Answer | null;
  readonly error: EngineError | null;
  readonly isPending: boolean;
}

/**
 * Asks whenever the signals that `request` reads change; null asks nothing. Answers that were
 * overtaken by a newer question are dropped.
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
  const latest = useSignal(0);
  useSignalEffect(() => {
    const asked = request();
    if (asked === null) return;
    const turn = latest.peek() + 1;
    latest.value = turn;
    answered.value = { ...answered.peek(), isPending: true };
    const settle = (result: Partial<Answered<AnswerOf<Name>>>): void => {
      if (turn !== latest.peek()) return;
      answered.value = { ...answered.peek(), error: null, isPending: false, ...result };
    };
    engine.ask(name, asked).then(
      (answer) => settle({ answer }),
      (error: unknown) => settle({ error: asEngineError(error) }),
    );
  });
  return answered;
}

function asEngineError(error: unknown): EngineError {
  return error instanceof EngineError ? error : new EngineError(String(error), '');
}
