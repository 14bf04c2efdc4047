import type { JSX } from 'preact';
import { useAnswer } from '../../engine/use-answer.ts';
import { comparisonOf } from '../../kit/compare/sides.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import type { ViewProps } from '../view.ts';
import { ChooseSides } from './choose-sides.tsx';
import { CompareFlame } from './compare-flame.tsx';
import { CompareHead } from './compare-head.tsx';
import { CompareTable } from './compare-table.tsx';
import './compare.css';

/** Verdict, difference flame graph and table of two profiles, or of two times of one. */
export function ComparePanel({ app }: ViewProps): JSX.Element {
  const compared = useAnswer(app.engine, 'compare', () => {
    const sides = comparisonOf(app);
    const { by, measure } = app.state.value;
    return sides === null ? null : { ...sides, by, measure };
  });
  const tree = useAnswer(app.engine, 'compareTree', () => {
    const sides = comparisonOf(app);
    const { by, order } = app.state.value;
    if (sides === null) return null;
    return { ...sides, shape: { direction: 'top-down', order, by }, minimumShare };
  });
  if (app.baseScope.value === null) return <ChooseSides app={app} />;
  const failure = compared.value.error ?? tree.value.error;
  if (failure !== null) return <EmptyState title={failure.message} text={failure.hint} />;
  const { answer } = compared.value;
  if (answer === null) return <div class="compare" />;
  return (
    <div class="compare">
      <CompareHead app={app} answer={answer} />
      <section class="compare-graph" aria-label="Difference">
        {tree.value.answer === null ? null : <CompareFlame app={app} tree={tree.value.answer} />}
      </section>
      <CompareTable app={app} answer={answer} />
    </div>
  );
}

/** Half a pixel of a wide screen. */
const minimumShare = 0.0002;
