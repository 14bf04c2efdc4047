import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { changeSentence } from '../../kit/compare/change-text.ts';
import { ComparedGrid } from '../../kit/compare/compared-grid.tsx';
import { comparisonOf } from '../../kit/compare/sides.ts';
import { FamilySwatch } from '../../kit/family-swatch.tsx';
import { FunctionName } from '../../kit/function-name.tsx';
import { KeyFacts } from '../../kit/key-facts.ts';
import { MeasureBar } from '../../kit/measure-bar.tsx';
import { formatCounted, formatShare, formatValue } from '../../kit/quantity.ts';
import './selection-list.css';

/** More than this nobody reads at the side of a picture; Top functions has them all. */
const mostRows = 60;

/** What ran most in the selected range, by self; of waits who waited, of a comparison what changed most. */
export function SelectionList({ app }: { readonly app: App }): JSX.Element {
  return app.baseScope.value === null ? <Ranked app={app} /> : <Compared app={app} />;
}

function Compared({ app }: { readonly app: App }): JSX.Element {
  const compared = useAnswer(app.engine, 'compare', () => {
    const sides = comparisonOf(app);
    return sides === null ? null : { ...sides, by: 'functions', measure: 'self' };
  });
  const { answer } = compared.value;
  return (
    <section class="selection-list" aria-label="In the selection">
      <header>
        <h2>Base and new, by self</h2>
        {answer === null ? null : (
          <p>{changeSentence(answer.totals.base, answer.totals.new, answer.unit)}</p>
        )}
      </header>
      <div class="selection-list-grid">
        {answer === null ? null : (
          <ComparedGrid app={app} label="Changed functions" answer={answer} diff="all" />
        )}
      </div>
    </section>
  );
}

function Ranked({ app }: { readonly app: App }): JSX.Element {
  const functions = useAnswer(app.engine, 'functions', () => ({
    scope: app.scope.value,
    by: 'functions',
    hasWaiters: true,
  }));
  const { answer } = functions.value;
  const facts = useComputed(() => {
    const keys = functions.value.answer?.keys;
    return keys === undefined ? null : new KeyFacts(keys);
  });
  const names = facts.value;
  const { selected } = app.state.value;
  const rows =
    answer === null ? [] : Array.from({ length: Math.min(mostRows, answer.length) }, (_, at) => at);
  const longest = answer?.self[0] ?? 0;
  return (
    <section class="selection-list" aria-label="In the selection">
      <header>
        <h2>In the selection</h2>
        {answer === null ? null : (
          <p>
            {formatCounted(answer.wholeSamples, 'sample')} ·{' '}
            {formatValue(answer.whole, answer.value.unit)}
          </p>
        )}
      </header>
      {answer !== null && answer.length === 0 ? (
        <p class="selection-list-none">No samples in this range.</p>
      ) : null}
      <ol>
        {answer === null || names === null
          ? null
          : rows
              .filter((row) => (answer.self[row] as number) > 0)
              .map((row) => {
                const key = answer.key[row] as number;
                const self = answer.self[row] as number;
                const name = names.name(key);
                return (
                  <li key={key}>
                    <button
                      type="button"
                      aria-pressed={
                        selected?.name === name && selected.module === names.module(key)
                      }
                      onClick={() => app.select({ name, module: names.module(key) })}
                      onDblClick={() => app.change({ view: 'sandwich' }, 'push')}
                    >
                      <FamilySwatch family={names.family(key)} />
                      <FunctionName name={name} characters={24} />
                      <MeasureBar total={0} self={self / (longest || 1)} />
                      <span class="selection-list-share">
                        {formatShare(self / (answer.whole || 1))}
                      </span>
                    </button>
                  </li>
                );
              })}
      </ol>
    </section>
  );
}
