import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useAnswer } from '../engine/use-answer.ts';
import { colourLegends, Legend } from '../kit/legend.tsx';
import { formatCounted } from '../kit/quantity.ts';
import { initialState, scopeOf } from '../state/view-state.ts';
import type { View } from '../views/view.ts';
import type { ShellApp } from './create-app.ts';
import { type HealthFact, healthFacts } from './health-facts.ts';
import './status-bar.css';

/** What just happened is news for so long. */
const messageMs = 6000;
/** Symbols are counted when the first view has its data. */
const quietMs = 1500;

interface StatusBarProps {
  readonly app: ShellApp;
  readonly view: View | undefined;
}

/** How far the numbers can be trusted, what just happened, and what the colours mean. */
export function StatusBar({ app, view }: StatusBarProps): JSX.Element {
  const isOld = useSignal(false);
  const message = app.message.value;
  useEffect(() => {
    isOld.value = false;
    const timer = setTimeout(() => {
      isOld.value = true;
    }, messageMs);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <footer class="status-bar">
      <Health app={app} />
      <span
        class={`status-bar-message${isOld.value ? ' status-bar-old' : ''}`}
        role="status"
        aria-live="polite"
      >
        {message}
      </span>
      {app.file.value === null || view === undefined ? null : <ViewLegend app={app} view={view} />}
    </footer>
  );
}

function Health({ app }: { readonly app: ShellApp }): JSX.Element | null {
  const file = app.file.value;
  const isQuiet = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      isQuiet.value = true;
    }, quietMs);
    return () => clearTimeout(timer);
  }, []);
  const { answer } = useAnswer(app.engine, 'missing', () => {
    const shown = app.file.value;
    if (shown === null || !isQuiet.value) return null;
    return { scope: scopeOf({ ...initialState, files: [shown.index] }) };
  }).value;
  if (file === null) return null;
  const facts = healthFacts(file.summary, answer);
  return (
    <button
      type="button"
      class="status-bar-health"
      title="Show what this biases, in the Summary"
      onClick={() => app.change({ view: 'summary' }, 'push')}
    >
      <span>{formatCounted(file.summary.samples, 'sample')}</span>
      {facts.map((each) => (
        <Fact key={each.text} fact={each} />
      ))}
    </button>
  );
}

function Fact({ fact }: { readonly fact: HealthFact }): JSX.Element {
  return (
    <span class="status-bar-fact">
      <svg
        class={`status-bar-mark ${fact.isBad ? 'status-bar-warn' : 'status-bar-ok'}`}
        viewBox="0 0 12 12"
        role="img"
        aria-label={fact.isBad ? 'Warning:' : 'Good:'}
      >
        <path
          d={fact.isBad ? 'M6 1.5 11 10.5H1ZM6 5v2.6M6 9v.6' : 'M2 6.5 4.8 9.2 10 3.2'}
          fill="none"
          stroke="currentColor"
          stroke-width="1.3"
          stroke-linejoin="round"
          stroke-linecap="round"
        />
      </svg>
      {fact.text}
    </span>
  );
}

function ViewLegend({ app, view }: { app: ShellApp; view: View }): JSX.Element | null {
  if (view.Legend !== undefined) return <view.Legend app={app} />;
  return view.hasLegend === true ? (
    <Legend entries={colourLegends[app.state.value.colour]} />
  ) : null;
}
