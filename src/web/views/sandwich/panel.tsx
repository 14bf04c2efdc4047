import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { NameList, type Sandwich } from '../../../explore/index.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { formatShare } from '../../kit/quantity.ts';
import type { Place } from '../../state/view-state.ts';
import type { ViewProps } from '../view.ts';
import { ComparedSandwichPanel } from './compared-panel.tsx';
import { FunctionBar } from './function-bar.tsx';
import { FunctionList } from './function-list.tsx';
import { Half } from './half.tsx';
import { SandwichFrame } from './sandwich-frame.tsx';

/** Frames below half a pixel of a wide screen are not asked for. */
const minimumShare = 1 / 4000;

/** A function between its callers above and its callees below. */
export function SandwichPanel({ app }: ViewProps): JSX.Element {
  return app.baseScope.value === null ? (
    <PlainSandwich app={app} />
  ) : (
    <ComparedSandwichPanel app={app} />
  );
}

function PlainSandwich({ app }: ViewProps): JSX.Element {
  const functions = useAnswer(app.engine, 'functions', () => ({
    scope: app.scope.value,
    by: 'functions',
  }));
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
    <SandwichFrame
      name={place.value?.name ?? 'none'}
      list={(close) =>
        listed === null ? null : (
          <FunctionList
            app={app}
            functions={listed}
            place={place.value}
            matches={matches}
            onChosen={close}
          />
        )
      }
    >
      {answer === null ? (
        isPending || (listed === null && !isNothing) ? null : (
          <NothingHere place={place.value} />
        )
      ) : (
        <Halves app={app} sandwich={answer} matches={matches} />
      )}
    </SandwichFrame>
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
  const { keys, value, whole } = sandwich;
  const tables = useMemo(() => {
    const shared = { keys, value, whole };
    return {
      callers: { ...sandwich.callers, ...shared },
      callees: { ...sandwich.callees, ...shared },
    };
  }, [sandwich]);
  const half = (side: 'callers' | 'callees'): JSX.Element => (
    <Half
      app={app}
      table={tables[side]}
      side={side}
      sentence={sentence(sandwich, side)}
      matches={matches}
    />
  );
  return (
    <>
      {half('callers')}
      <FunctionBar sandwich={sandwich} />
      {half('callees')}
    </>
  );
}

/** `2 direct; 3.0 % is the function itself`. */
function sentence(sandwich: Sandwich, side: 'callers' | 'callees'): string {
  const tree = sandwich[side];
  let direct = tree.dropped[0] as number;
  for (let row = 1; row < tree.length; row = tree.subtreeEnd[row] as number) direct++;
  const own = (tree.self[0] as number) / (sandwich.total || 1);
  if (side === 'callees') {
    const self = sandwich.self / (sandwich.total || 1);
    const rest = `${formatShare(self)} of its total is the function itself`;
    return direct === 0 ? `none; ${rest}` : `${direct} direct; ${rest}`;
  }
  if (direct === 0) return 'none: it is where stacks begin';
  const began = own > 0 ? `; ${formatShare(own)} of its total begins with it` : '';
  return `${direct} direct; widths are shares of the function’s total${began}`;
}
