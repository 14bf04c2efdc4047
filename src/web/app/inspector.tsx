import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { InspectedFunction } from '../../explore/index.ts';
import { useAnswer } from '../engine/use-answer.ts';
import { comparisonOf } from '../kit/compare/sides.ts';
import { fewSamples, fewSamplesTip } from '../kit/few-samples.ts';
import { formatCounted, formatShareOrNothing, formatValue } from '../kit/quantity.ts';
import type { App } from './app.ts';
import { ComparedCallsList, ComparedNumbers } from './compared-inspector.tsx';
import { InspectorCalls } from './inspector-calls.tsx';
import {
  InspectorActions,
  InspectorName,
  InspectorOrigin,
  InspectorWhen,
} from './inspector-parts.tsx';
import './inspector.css';

const whenParts = 72;
const mostCalls = 8;

/**
 * Everything about the selected function, while two things are compared of both. On a narrow page it is
 * a sheet at the bottom: name, numbers and four actions; pulled up it shows the rest.
 */
export function Inspector({ app }: { readonly app: App }): JSX.Element | null {
  if (app.state.value.selected === null) {
    return <NothingSelected />;
  }
  return app.baseScope.value === null ? <OneSide app={app} /> : <BothSides app={app} />;
}

const firstSteps = [
  ['click', 'selects a function: its numbers, callers and callees stand here'],
  ['right click', 'focus, merge, drop, copy'],
  ['/', 'search'],
  ['?', 'all keys'],
] as const;

function NothingSelected(): JSX.Element {
  return (
    <div class="inspector-hint">
      <p>Select a function to see what it costs.</p>
      <dl>
        {firstSteps.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function OneSide({ app }: { readonly app: App }): JSX.Element | null {
  const answered = useAnswer(app.engine, 'inspect', () => {
    const { selected, by } = app.state.value;
    if (selected === null) return null;
    return { ...selected, scope: app.scope.value, by, buckets: whenParts, mostCalls };
  });
  const { answer, isPending } = answered.value;
  const { selected } = app.state.value;
  if (answer === null || answer.name !== selected?.name) {
    // Nothing is said before the answer is there.
    return isPending || answer !== null ? <div class="inspector" /> : <Nothing app={app} />;
  }
  return (
    <Sheet app={app} of={answer} numbers={<Numbers of={answer} />}>
      <InspectorWhen of={answer} originNs={originOf(app, 'new')} title="When it ran" />
      <InspectorCalls app={app} title="Called by" calls={answer.callers} of={answer} />
      <InspectorCalls app={app} title="Calls" calls={answer.callees} of={answer} />
    </Sheet>
  );
}

function BothSides({ app }: { readonly app: App }): JSX.Element | null {
  const answered = useAnswer(app.engine, 'compareFunction', () => {
    const { selected, by } = app.state.value;
    const sides = comparisonOf(app);
    if (selected === null || sides === null) return null;
    return { ...sides, ...selected, by, buckets: whenParts, mostCalls };
  });
  const { answer, isPending } = answered.value;
  const shown = answer?.after ?? answer?.base ?? null;
  const { selected } = app.state.value;
  if (answer === null || shown === null || answer.asked !== selected?.name) {
    return isPending || answer !== null ? <div class="inspector" /> : <Nothing app={app} />;
  }
  const { base, after, callers, callees, unit } = answer;
  return (
    <Sheet app={app} of={shown} numbers={<ComparedNumbers of={answer} />}>
      {base === null ? null : (
        <InspectorWhen of={base} originNs={originOf(app, 'base')} title="Base: when it ran" />
      )}
      {after === null ? null : (
        <InspectorWhen of={after} originNs={originOf(app, 'new')} title="New: when it ran" />
      )}
      <ComparedCallsList app={app} title="Called by" calls={callers} unit={unit} />
      <ComparedCallsList app={app} title="Calls" calls={callees} unit={unit} />
    </Sheet>
  );
}

/** Where the clock of a side's file begins. */
function originOf(app: App, side: 'base' | 'new'): number {
  const file = (side === 'base' ? app.baseScope.value : app.scope.value)?.file;
  return app.files.value.find(({ index }) => index === file)?.extent?.startNs ?? 0;
}

function Nothing({ app }: { readonly app: App }): JSX.Element {
  return (
    <div class="inspector">
      <InspectorName name={app.state.value.selected?.name ?? ''} app={app} />
      <p class="inspector-none">No samples of it in what is shown.</p>
    </div>
  );
}

interface SheetProps {
  readonly app: App;
  readonly of: InspectedFunction;
  readonly numbers: JSX.Element;
  readonly children: ComponentChildren;
}

function Sheet({ app, of, numbers, children }: SheetProps): JSX.Element {
  const [isPulledUp, setPulledUp] = useState(false);
  return (
    <div class={`inspector${isPulledUp ? ' inspector-pulled' : ''}`}>
      <button
        type="button"
        class="inspector-grip"
        aria-label={isPulledUp ? 'Show less' : 'Show more'}
        aria-expanded={isPulledUp}
        onClick={() => setPulledUp(!isPulledUp)}
        onPointerDown={(event) => followPull(event, setPulledUp)}
      />
      <InspectorName name={of.name} app={app} />
      <InspectorOrigin app={app} of={of} />
      {numbers}
      <div class="inspector-more">{children}</div>
      <InspectorActions app={app} of={of} />
    </div>
  );
}

/** Pulling the grip up or down is the same as pressing it. */
function followPull(event: PointerEvent, setPulledUp: (isUp: boolean) => void): void {
  const startY = event.clientY;
  const onUp = (up: PointerEvent): void => {
    const moved = up.clientY - startY;
    if (Math.abs(moved) > 24) setPulledUp(moved < 0);
  };
  addEventListener('pointerup', onUp, { once: true });
}

function Numbers({ of }: { readonly of: InspectedFunction }): JSX.Element {
  const { unit } = of.value;
  const lines = [
    { title: 'Total', value: of.total, samples: of.totalSamples },
    { title: 'Self', value: of.self, samples: of.selfSamples },
  ];
  return (
    <table class="inspector-numbers">
      <tbody>
        {lines.map(({ title, value, samples }) => (
          <tr key={title} class={samples < fewSamples && samples > 0 ? 'inspector-few' : ''}>
            <th scope="row">{title}</th>
            <td class="inspector-share" title={samples < fewSamples ? fewSamplesTip(samples) : ''}>
              {formatShareOrNothing(of.whole === 0 ? 0 : value / of.whole)}
            </td>
            <td>{value === 0 ? '' : formatValue(value, unit)}</td>
            <td class="inspector-samples">{formatCounted(samples, 'sample')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
