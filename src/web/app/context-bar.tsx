import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ExportMenu } from '../export/export-menu.tsx';
import { Button } from '../kit/button.tsx';
import { baseThreadsNote } from '../kit/compare/sides.ts';
import { MenuButton } from '../kit/menu.tsx';
import { baseRangeWords, setBaseRange } from '../kit/time/base-range.ts';
import type { View } from '../views/view.ts';
import { ComparedSides } from './compared-sides.tsx';
import type { ShellApp } from './create-app.ts';
import { focusMenuItems } from './focus-menu.ts';
import { type ScopeStep, scopeSteps, wholeLabel } from './scope-steps.ts';
import './context-bar.css';

interface ContextBarProps {
  readonly app: ShellApp;
  readonly view: View;
}

/** Left what is looked at, as steps that can be taken away; right the options of the view. */
export function ContextBar({ app, view }: ContextBarProps): JSX.Element {
  const bar = useRef<HTMLElement>(null);
  const { ranges, threads, cpus, event, transforms, zoom } = app.state.value;
  const steps = JSON.stringify([ranges, threads, cpus, event, transforms, zoom]);
  useEffect(() => {
    if (bar.current !== null) showLastStep(bar.current);
  }, [steps]);
  return (
    <section class="context-bar" aria-label="Filters and transforms" ref={bar}>
      <ComparedSides app={app} />
      <Steps app={app} />
      <div class="context-bar-options">
        {view.Options === undefined ? null : <view.Options app={app} />}
        <ExportMenu app={app} />
      </div>
    </section>
  );
}

/** Where the bar scrolls (on a phone), its last step is what just changed. */
function showLastStep(bar: HTMLElement): void {
  const last = bar.querySelector('.context-bar-steps > li:last-child');
  // Without steps the first thing said is what matters: what is compared.
  const isFirst = last?.previousElementSibling === null;
  if (last === null || isFirst || bar.scrollWidth <= bar.clientWidth) return;
  const past = last.getBoundingClientRect().right - bar.getBoundingClientRect().right;
  bar.scrollLeft = Math.max(0, bar.scrollLeft + past + restPx);
}

/** So much of what follows is seen, too: there is more. */
const restPx = 24;

function Steps({ app }: { readonly app: ShellApp }): JSX.Element | null {
  const file = app.file.value;
  if (file === null) return null;
  const state = app.state.value;
  const steps = scopeSteps(state, file, baseThreadsNote(app));
  const isWhole = steps.length === 0 && state.zoom.length === 0;
  const clear = (): void =>
    app.change(
      {
        ranges: [],
        threads: [],
        cpus: [],
        event: '',
        transforms: [],
        zoom: [],
        ...(state.files.length > 1 ? { baseRange: null } : {}),
      },
      steps.length > 0 ? 'push' : 'replace',
    );
  return (
    <ol class="context-bar-steps">
      <li>
        <button
          type="button"
          class="context-bar-crumb"
          aria-current={isWhole ? 'true' : undefined}
          title={isWhole ? 'Nothing is left out' : 'Show everything again'}
          onClick={clear}
        >
          {wholeLabel(file)}
        </button>
        <MenuButton
          label="Focus by"
          title="Narrow by thread, CPU, event…"
          items={() => focusMenuItems(app)}
        >
          <Chevron />
        </MenuButton>
      </li>
      {steps.map((step) => (
        <Chip key={`${step.verb} ${step.object}`} app={app} step={step} />
      ))}
      {steps.length > 0 ? (
        <li>
          <Button title="Take back the last step (Backspace)" onPress={() => app.undo()}>
            Undo
          </Button>
        </li>
      ) : null}
      <ZoomPath app={app} />
    </ol>
  );
}

function Chip({ app, step }: { app: ShellApp; step: ScopeStep }): JSX.Element {
  const { range } = step;
  const text = `${step.verb} ${step.object}`.trim();
  const isBaseToo = app.state.value.files.length > 1 && app.state.value.baseRange !== null;
  return (
    <li class="context-bar-shrink">
      <span class="context-bar-between" aria-hidden="true">
        ›
      </span>
      <span class="context-bar-chip" title={step.detail ? `${text}, ${step.detail}` : text}>
        <span>{text}</span>
        {step.detail ? <span class="context-bar-detail">{step.detail}</span> : null}
        {range === undefined || isBaseToo ? null : (
          <button
            type="button"
            class="context-bar-base"
            title={baseRangeWords(app).title}
            onClick={() => setBaseRange(app, range)}
          >
            {baseRangeWords(app).label}
          </button>
        )}
        <button
          type="button"
          aria-label={`Remove ${text}`}
          onClick={() => {
            app.change(step.without, 'push');
            app.announce(`Removed ${text}`);
          }}
        >
          ×
        </button>
      </span>
    </li>
  );
}

/** How many names of a long path are shown: the first, then these last ones. */
const lastShown = 2;

function ZoomPath({ app }: { readonly app: ShellApp }): JSX.Element | null {
  const { zoom } = app.state.value;
  if (zoom.length === 0) return null;
  const isShown = (at: number): boolean => at === 0 || at >= zoom.length - lastShown;
  const isElided = zoom.length > lastShown + 2;
  return (
    <>
      {zoom.map((name, at) => {
        if (isElided && !isShown(at)) return at === 1 ? <Elided key="…" /> : null;
        return (
          <li key={at} class="context-bar-shrink">
            <span class="context-bar-between" aria-hidden="true">
              ›
            </span>
            <button
              type="button"
              class="context-bar-crumb"
              aria-current={at === zoom.length - 1 ? 'true' : undefined}
              title={name}
              onClick={() => app.change({ zoom: zoom.slice(0, at + 1) })}
            >
              {name}
            </button>
          </li>
        );
      })}
    </>
  );
}

function Elided(): JSX.Element {
  return <li class="context-bar-between">› …</li>;
}

function Chevron(): JSX.Element {
  return (
    <svg viewBox="0 0 10 6" width="10" height="6" aria-hidden="true">
      <path d="M1 1l4 4 4-4" fill="none" stroke="currentColor" stroke-width="1.4" />
    </svg>
  );
}
