import type { JSX } from 'preact';
import { useAnswer } from '../../engine/use-answer.ts';
import { ComparedGrid } from '../../kit/compare/compared-grid.tsx';
import { comparisonOf } from '../../kit/compare/sides.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import type { ViewProps } from '../view.ts';

/** While two things are compared: every function with both sides and the change. */
export function ComparedTable({ app }: ViewProps): JSX.Element {
  const answered = useAnswer(app.engine, 'compare', () => {
    const sides = comparisonOf(app);
    const { by, measure } = app.state.value;
    return sides === null ? null : { ...sides, by, measure };
  });
  const { answer, error } = answered.value;
  if (error !== null) return <EmptyState title={error.message} text={error.hint} />;
  return (
    <div class="top-functions">
      {answer === null ? null : (
        <ComparedGrid app={app} label="Top functions" answer={answer} diff="all" />
      )}
    </div>
  );
}
