import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { InspectedFunction } from '../../explore/index.ts';
import { useAnswer } from '../engine/use-answer.ts';
import { FamilySwatch } from '../kit/family-swatch.tsx';
import { fewSamples, fewSamplesTip } from '../kit/few-samples.ts';
import { FunctionName, splitName } from '../kit/function-name.tsx';
import { KindWord } from '../kit/kind-word.tsx';
import { formatCounted, formatShareOrNothing, formatValue } from '../kit/quantity.ts';
import { formatTimeSpan } from '../kit/time/time-axis.ts';
import { WhenChart } from '../kit/when-chart.tsx';
import { functionActions } from '../state/function-commands.ts';
import { keyLabel } from '../state/key-name.ts';
import type { App } from './app.ts';
import { InspectorCalls } from './inspector-calls.tsx';
import '../kit/action-grid.css';
import './inspector.css';

const whenParts = 72;
const mostCalls = 8;
/** Characters of a name on a phone. */
const sheetRoom = 40;

/**
 * Everything about the selected function. On a narrow page it is a sheet at the bottom: name, numbers
 * and four actions; pulled up it shows the rest.
 */
export function Inspector({ app }: { readonly app: App }): JSX.Element | null {
  const answered = useAnswer(app.engine, 'inspect', () => {
    const { selected, by } = app.state.value;
    if (selected === null) return null;
    const { name, module } = selected;
    return { scope: app.scope.value, by, name, module, buckets: whenParts, mostCalls };
  });
  const [isPulledUp, setPulledUp] = useState(false);
  const { selected } = app.state.value;
  if (selected === null) {
    return <p class="inspector-hint">Select a function to see what it costs.</p>;
  }
  const { answer, isPending } = answered.value;
  if (answer === null || answer.name !== selected.name) {
    // Nothing is said before the answer is there.
    if (isPending || answer !== null) return <div class="inspector" />;
    return (
      <div class="inspector">
        <Name name={selected.name} app={app} />
        <p class="inspector-none">No samples of it in what is shown.</p>
      </div>
    );
  }
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
      <Name name={answer.name} app={app} />
      <Origin app={app} of={answer} />
      <Numbers of={answer} />
      <div class="inspector-more">
        <When app={app} of={answer} />
        <InspectorCalls app={app} title="Called by" calls={answer.callers} of={answer} />
        <InspectorCalls app={app} title="Calls" calls={answer.callees} of={answer} />
      </div>
      <Actions app={app} of={answer} />
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

function Name({ name, app }: { readonly name: string; readonly app: App }): JSX.Element {
  const [path, last, rest] = splitName(name);
  return (
    <div class="inspector-head">
      <h2 class="inspector-name" title={name}>
        <span class="inspector-full">
          <span class="function-name-path">{path}</span>
          {last}
          <span class="function-name-path">{rest}</span>
        </span>
        <span class="inspector-short" aria-hidden="true">
          <FunctionName name={name} isShort characters={sheetRoom} />
        </span>
      </h2>
      <button
        type="button"
        class="inspector-copy"
        aria-label="Copy name"
        title="Copy name"
        onClick={() => app.copy(name, 'Name')}
      >
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" />
        </svg>
      </button>
    </div>
  );
}

interface OfProps {
  readonly app: App;
  readonly of: InspectedFunction;
}

function Origin({ app, of }: OfProps): JSX.Element {
  const { name, module, file, line, kind, inlining } = of;
  const words = [
    inlining === 'inlined' ? 'inlined' : inlining === 'both' ? 'inlined at places' : '',
    kind === 'kernel' ? 'kernel' : kind === 'jit' ? 'JIT' : '',
  ].filter((word) => word !== '');
  const where = shortPath(file);
  return (
    <p class="inspector-origin">
      <FamilySwatch family={of.family} />
      {module === '' ? null : <span>{module}</span>}
      {words.map((word) => (
        <KindWord key={word} word={word} />
      ))}
      {where === '' ? null : (
        <button
          type="button"
          class="inspector-link"
          title={`${file}${line > 0 ? `:${line}` : ''}: show the source`}
          onClick={() => {
            app.change({ view: 'source', selected: { name, module }, line: line || null }, 'push');
          }}
        >
          {line > 0 ? `${where}:${line}` : where}
        </button>
      )}
    </p>
  );
}

/** The last parts of a path: the folders that tell files apart. */
function shortPath(file: string): string {
  const parts = file.split('/');
  return parts.length <= 3 ? file : parts.slice(-3).join('/');
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

function When({ app, of }: OfProps): JSX.Element | null {
  const { when, extent } = of;
  if (when === null || extent === null) return null;
  const origin = app.file.value?.extent?.startNs ?? 0;
  const first = when.findIndex((value) => value > 0);
  const last = when.findLastIndex((value) => value > 0);
  const timeOf = (part: number): number =>
    extent.startNs - origin + ((extent.endNs - extent.startNs) * part) / when.length;
  const span = (from: number, to: number): string =>
    formatTimeSpan({ startNs: timeOf(from), endNs: timeOf(to) });
  const [shown, ran] = [span(0, when.length), span(Math.max(0, first), last + 1)];
  return (
    <section>
      <h3 class="inspector-title">
        When it ran <span>{shown}</span>
      </h3>
      <div class="inspector-when">
        <WhenChart values={when} label={`It ran within ${ran} of ${shown}`} />
      </div>
    </section>
  );
}

const offered = ['focus', 'drop', 'merge', 'show-sandwich', 'show-source', 'show-assembly'];
/** What the sheet of a narrow page has room for. */
const onSheet = new Set(['focus', 'drop', 'show-sandwich', 'show-source']);

function Actions({ app, of }: OfProps): JSX.Element {
  const target = { name: of.name, module: of.module };
  const actions = offered.flatMap((id) => functionActions.filter((action) => action.id === id));
  return (
    <div class="action-grid inspector-actions">
      {actions.map((action) => (
        <button
          key={action.id}
          type="button"
          class={onSheet.has(action.id) ? '' : 'inspector-wide-only'}
          title={action.title}
          onClick={() => action.run(app, target)}
        >
          {action.verb} <kbd>{keyLabel(action.key)}</kbd>
        </button>
      ))}
    </div>
  );
}
