import type { JSX } from 'preact';
import { views } from '../views/view-table.ts';
import type { ShellApp } from './create-app.ts';

/** Title bar, tabs, the shown view and the status bar. */
export function Shell({ app }: { readonly app: ShellApp }): JSX.Element {
  const { view: shown } = app.state.value;
  const view = views.find((each) => each.name === shown) ?? views[0];
  if (view === undefined) return <main />;
  return (
    <>
      <nav>
        <div class="shell-tabs" role="tablist" aria-label="Views">
          {views.map(({ name, title }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={name === shown}
              onClick={() => app.change({ view: name }, 'push')}
            >
              {title}
            </button>
          ))}
        </div>
      </nav>
      <main>
        <div role="tabpanel" aria-labelledby={`tab-${view.name}`}>
          {app.file.value === null ? null : <view.Panel key={view.name} app={app} />}
        </div>
      </main>
      <footer>
        <span role="status">{app.failure.value?.message ?? app.message.value}</span>
      </footer>
    </>
  );
}
