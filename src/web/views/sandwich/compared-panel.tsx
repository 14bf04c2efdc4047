import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { type CompareAnswer, type ComparedSandwich, NameList } from '../../../explore/index.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { changeClass } from '../../kit/compare/change-class.ts';
import { changeWord } from '../../kit/compare/change-text.ts';
import { ComparedGrid } from '../../kit/compare/compared-grid.tsx';
import { keyMatches } from '../../kit/compare/key-matches.ts';
import { comparisonOf } from '../../kit/compare/sides.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { formatChange, formatCount, formatValue } from '../../kit/quantity.ts';
import type { Place } from '../../state/view-state.ts';
import type { ViewProps } from '../view.ts';
import { Half } from './half.tsx';
import { SandwichFrame } from './sandwich-frame.tsx';

/** Frames below half a pixel of a wide screen are not asked for. */
const minimumShare = 1 / 4000;

/** A function of two sides between its callers and its callees, with what came and what went. */
export function ComparedSandwichPanel({ app }: ViewProps): JSX.Element {
  const listed = useAnswer(app.engine, 'compare', () => {
    const sides = comparisonOf(app);
    const { measure } = app.state.value;
    return sides === null ? null : { ...sides, by: 'functions', measure };
  });
  const place = usePlace(app, listed);
  const sandwich = useAnswer(app.engine, 'compareSandwich', () => {
    const [sides, of] = [comparisonOf(app), place.value];
    return sides === null || of === null ? null : { ...sides, ...of, minimumShare };
  });
  const failure = listed.value.error ?? sandwich.value.error;
  if (failure !== null) return <EmptyState title={failure.message} text={failure.hint} />;
  const { answer, isPending } = sandwich.value;
  const functions = listed.value.answer;
  return (
    <SandwichFrame
      name={place.value?.name ?? 'none'}
      list={(close) =>
        functions === null ? null : (
          <ComparedGrid
            app={app}
            label="Functions"
            answer={functions}
            diff="all"
            onActivate={close}
          />
        )
      }
    >
      {answer !== null ? (
        <Halves app={app} sandwich={answer} />
      ) : isPending || functions === null ? null : (
        <EmptyState
          title={`No samples pass through ${place.value?.name ?? 'it'}`}
          text="Neither side has it in what is compared. Choose another function in the list."
        />
      )}
    </SandwichFrame>
  );
}

/** The selected function, else the one that changed most. */
function usePlace(
  app: ViewProps['app'],
  listed: ReadonlySignal<{ readonly answer: CompareAnswer | null }>,
): ReadonlySignal<Place | null> {
  return useComputed((): Place | null => {
    const { selected } = app.state.value;
    const { answer } = listed.value;
    if (selected !== null || answer === null || answer.length === 0) return selected;
    return {
      name: new NameList(answer.names).at(0),
      module: new NameList(answer.modules).at(0),
    };
  });
}

interface HalvesProps extends ViewProps {
  readonly sandwich: ComparedSandwich;
}

function Halves({ app, sandwich }: HalvesProps): JSX.Element {
  const { search } = app.state.value;
  const { callers, callees } = sandwich;
  return (
    <>
      <Half
        app={app}
        table={callers}
        side="callers"
        sentence={sentenceOf(callers)}
        matches={keyMatches(callers.keys, search)}
      />
      <ComparedBar sandwich={sandwich} />
      <Half
        app={app}
        table={callees}
        side="callees"
        sentence={sentenceOf(callees)}
        matches={keyMatches(callees.keys, search)}
      />
    </>
  );
}

/** `3 direct: 1 grew, 1 new, 1 gone`. */
function sentenceOf(tree: ComparedSandwich['callers']): string {
  const counts = { grew: 0, shrank: 0, new: 0, gone: 0 };
  let direct = 0;
  for (let row = 1; row < tree.length; row = tree.subtreeEnd[row] as number) {
    direct++;
    const [base, now] = [tree.base.total[row] as number, tree.total[row] as number];
    if (base === now) continue;
    counts[base === 0 ? 'new' : now === 0 ? 'gone' : now > base ? 'grew' : 'shrank']++;
  }
  direct += tree.dropped?.[0] ?? 0;
  if (direct === 0) return 'none on either side';
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  const fates = parts.map(([word, count]) => `${formatCount(count)} ${word}`).join(', ');
  return `${formatCount(direct)} direct: ${fates === '' ? 'unchanged' : fates}; as wide as the larger side`;
}

/** The function itself, with both sides. */
function ComparedBar({ sandwich }: { readonly sandwich: ComparedSandwich }): JSX.Element {
  const { name, total, self, value } = sandwich;
  const numbers = ({ base, new: now }: typeof total): JSX.Element => (
    <>
      {formatValue(base, value.unit)} → {formatValue(now, value.unit)}{' '}
      <b class={changeClass(now - base)}>{formatChange(now - base, value.unit)}</b>{' '}
      {changeWord(base, now)}
    </>
  );
  return (
    <section class="sandwich-function sandwich-compared" aria-label="The function">
      <code title={name}>{name}</code>
      <span>total {numbers(total)}</span>
      <span>self {numbers(self)}</span>
    </section>
  );
}
