import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { NameList, type Sandwich } from '../../../explore/index.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import type { Place } from '../../state/view-state.ts';
import type { ViewProps } from '../view.ts';
import { FunctionBar } from './function-bar.tsx';
import { FunctionList } from './function-list.tsx';
import { Half } from './half.tsx';

/** Frames below half a pixel of a wide screen are not asked for. */
const minimumShare = 1 / 4000;

/** A function between its callers above and its callees below. */
export function SandwichPanel({ app }: ViewProps): JSX.Element {
  const functions = useAnswer(app.engine, 'functions', () => ({
    scope: app.scope.value,
    by: 'functions',
  }));
  const isListOpen = useSignal(false);
  const place = useComputed((): Place | null => {
    const { selected } = app.state.value;
    const { answer } = functions.value;
    if (selected !== null || answer === null || answer.length === 0) return selected;
    // Nothing is selected yet: what costs most is what a reader wants to see.
    const key = answer.key[0] as number;
    const module = new NameList(answer.keys.texts).at(answer.keys.module[key] as number);
    return { name: new NameList(answer.keys.names).at(key), module };
  });
  const sandwich = useAnswer(app.engine, 'sandwich', () => {
    const of = place.value;
    if (of === null) return null;
    return { scope: app.scope.value, name: of.name, module: of.module, minimumShare };
  });
  const search = useAnswer(app.engine, 'search', () => {
    const expression = app.state.value.search;
    return expression === '' ? null : { scope: app.scope.value, by: 'functions', expression };
  });
  const { answer, isPending } = sandwich.value;
  const listed = functions.value.answer;
  const matches = app.state.value.search === '' ? null : (search.value.answer?.matches ?? null);
  const isNothing = listed !== null && listed.length === 0;
  return (
    <div class="sandwich" data-list={isListOpen.value ? 'open' : 'closed'}>
      <div class="sandwich-list">
        {listed === null ? null : (
          <FunctionList
            app={app}
            functions={listed}
            place={place.value}
            matches={matches}
            onChosen={() => {
              isListOpen.value = false;
            }}
          />
        )}
      </div>
      <div class="sandwich-main">
        <button
          type="button"
          class="sandwich-choose"
          aria-expanded={isListOpen.value}
          onClick={() => {
            isListOpen.value = !isListOpen.value;
          }}
        >
          Function: <code>{place.value?.name ?? 'none'}</code>
        </button>
        {answer === null ? (
          isPending || (listed === null && !isNothing) ? null : (
            <NothingHere place={place.value} />
          )
        ) : (
          <Halves app={app} sandwich={answer} matches={matches} />
        )}
      </div>
    </div>
  );
}

function NothingHere({ place }: { readonly place: Place | null }): JSX.Element {
  return place === null ? (
    <EmptyState title="No samples here" text="Widen the range, or take back the last step." />
  ) : (
    <EmptyState
      title={`No samples pass through ${place.name}`}
      text="It did not run in this range or thread, or a step has removed it. Choose another function in the list."
    />
  );
}

interface HalvesProps extends ViewProps {
  readonly sandwich: Sandwich;
  readonly matches: Uint32Array | null;
}

function Halves({ app, sandwich, matches }: HalvesProps): JSX.Element {
  return (
    <>
      <Half app={app} sandwich={sandwich} side="callers" matches={matches} />
      <FunctionBar sandwich={sandwich} />
      <Half app={app} sandwich={sandwich} side="callees" matches={matches} />
    </>
  );
}
