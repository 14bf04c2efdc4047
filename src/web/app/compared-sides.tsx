import type { JSX } from 'preact';
import { type Side, sideOf, stopComparing, swapSides } from '../kit/compare/sides.ts';
import type { App } from './app.ts';
import './compared-sides.css';

/** What is compared with what, in every view, with the ways to turn it round and to leave. */
export function ComparedSides({ app }: { readonly app: App }): JSX.Element | null {
  const base = app.baseScope.value;
  if (base === null) return null;
  return (
    <div class="compared-sides" role="group" aria-label="Comparison">
      <SideName word="Base" side={sideOf(app, base)} />
      <button
        type="button"
        aria-label="Swap base and new"
        title="Swap base and new (w)"
        onClick={() => swapSides(app)}
      >
        <svg viewBox="0 0 16 12" width="16" height="12" aria-hidden="true">
          <path d="M11 1l3 3-3 3M14 4H4M5 11L2 8l3-3M2 8h10" />
        </svg>
      </button>
      <SideName word="New" side={sideOf(app, app.scope.value)} />
      {app.state.value.isShares ? (
        <span class="compared-sides-shares" title="Shares of each total are compared, not values">
          shares
        </span>
      ) : null}
      <button
        type="button"
        aria-label="Stop comparing"
        title="Stop comparing: show the new side alone"
        onClick={() => stopComparing(app)}
      >
        ×
      </button>
    </div>
  );
}

function SideName(props: {
  readonly word: 'Base' | 'New';
  readonly side: Side | null;
}): JSX.Element {
  const title = props.side?.title ?? 'closed';
  return (
    <span class="compared-sides-name" data-side={props.word} title={`${props.word}: ${title}`}>
      <b>{props.word}</b> <span>{title}</span>
    </span>
  );
}
