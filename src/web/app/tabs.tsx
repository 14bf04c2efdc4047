import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ViewName } from '../state/view-state.ts';
import { views } from '../views/view-table.ts';
import type { ShellApp } from './create-app.ts';
import './tabs.css';

/** A line stands before these: pictures of paths, code, comparison. */
const firstOfGroup: ReadonlySet<ViewName> = new Set<ViewName>(['flame-graph', 'source', 'compare']);

/** One tab stop; arrows move between the tabs and show them. */
export function Tabs({ app }: { readonly app: ShellApp }): JSX.Element {
  const shown = app.state.value.view;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tab = document.getElementById(`tab-${shown}`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown]);
  const onKey = (event: KeyboardEvent): void => {
    const at = views.findIndex(({ name }) => name === shown);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: views.length - 1 }[event.key];
    const next = to === undefined ? undefined : views[(to + views.length) % views.length];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    app.change({ view: next.name }, 'push');
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  return (
    <nav class="tabs" aria-label="Views">
      <div ref={list} class="tabs-list" role="tablist" aria-label="Views" onKeyDown={onKey}>
        {views.map(({ name, title, key }) => (
          <>
            {firstOfGroup.has(name) ? <span key={`${name} gap`} class="tabs-gap" /> : null}
            <button
              key={name}
              type="button"
              class="tabs-tab"
              role="tab"
              id={`tab-${name}`}
              data-title={title}
              aria-selected={name === shown}
              aria-controls="main"
              tabIndex={name === shown ? 0 : -1}
              title={`${title} (${key})`}
              onClick={() => app.change({ view: name }, 'push')}
            >
              {title}
            </button>
          </>
        ))}
      </div>
    </nav>
  );
}
