import type { JSX } from 'preact';
import type { View } from '../views/view.ts';
import { views } from '../views/view-table.ts';
import { ContextBar } from './context-bar.tsx';
import type { ShellApp } from './create-app.ts';
import { DropTarget } from './drop-target.tsx';
import { Layers } from './layers.tsx';
import { Notices } from './notices.tsx';
import { inspectorSlot as Inspector, stripSlot as Strip } from './slots.ts';
import { StartPage } from './start-page.tsx';
import { StatusBar } from './status-bar.tsx';
import { Tabs } from './tabs.tsx';
import { TitleBar } from './title-bar.tsx';
import './shell.css';

interface ShellProps {
  readonly app: ShellApp;
}

/** Title bar, tabs, range strip, context bar, the shown view with the inspector, status bar. */
export function Shell({ app }: ShellProps): JSX.Element {
  const shown = app.state.value.view;
  const view = views.find((each) => each.name === shown);
  const hasFile = app.file.value !== null;
  return (
    <div class="shell" data-view={shown} data-files={app.files.value.length}>
      {/* A button: the jump of a link would put `#main` where the state stands. */}
      <button type="button" class="document-skip" onClick={skipToView}>
        Skip to the view
      </button>
      <TitleBar app={app} />
      <Tabs app={app} />
      {hasFile && view?.hasStrip !== false && Strip !== null ? (
        <section class="shell-strip" aria-label="Time range">
          <Strip app={app} />
        </section>
      ) : null}
      {hasFile && view !== undefined ? <ContextBar app={app} view={view} /> : null}
      <Notices app={app} />
      <main class="shell-main">
        <div
          class="shell-panel"
          id="main"
          role="tabpanel"
          aria-labelledby={`tab-${shown}`}
          tabIndex={-1}
        >
          {hasFile && view !== undefined ? (
            <view.Panel key={view.name} app={app} />
          ) : (
            <StartPage app={app} />
          )}
        </div>
        {hasFile && view !== undefined ? <InspectorSide app={app} view={view} /> : null}
      </main>
      <StatusBar app={app} view={view} />
      <Layers app={app} />
      <DropTarget app={app} />
    </div>
  );
}

function InspectorSide({ app, view }: ShellProps & { readonly view: View }): JSX.Element | null {
  if (view.hasInspector !== true || Inspector === null || !app.isInspectorShown.value) return null;
  return (
    <aside class="shell-inspector" aria-label="Inspector">
      <Inspector app={app} />
    </aside>
  );
}

function skipToView(): void {
  const main = document.getElementById('main');
  const first = main?.querySelector<HTMLElement>('[tabindex="0"], button, input, a[href]');
  (first ?? main)?.focus();
}
