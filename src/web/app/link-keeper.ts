import { effect } from '@preact/signals';
import { formatLink, parseLink } from '../state/link.ts';
import type { ChangeKind } from '../state/store.ts';
import type { ViewState } from '../state/view-state.ts';
import type { ShellApp } from './create-app.ts';

/** Writing waits this long: browsers refuse pages that write on every key and every move. */
const restMs = 120;

/** Keeps the address and the state the same: a link restores the view, and Back takes back a step. */
export interface LinkKeeper {
  onChange(state: ViewState, kind: ChangeKind): void;
  start(app: ShellApp): void;
}

export function createLinkKeeper(): LinkKeeper {
  let app: ShellApp | undefined;
  /** What the address is to say. */
  let wanted = location.hash;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** A link is about a profile: it waits until there is one. */
  let isWaiting = true;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (wanted !== location.hash) write(wanted, 'replace');
  };
  const follow = (): void => {
    if (app === undefined || isWaiting || location.hash === wanted) return;
    clearTimeout(timer);
    wanted = location.hash;
    app.store.restore(withOpenFiles(parseLink(wanted), app));
  };
  const begin = (on: ShellApp): void => {
    isWaiting = false;
    // Tabs can be chosen before anything is open.
    const state = { ...parseLink(wanted), view: on.state.peek().view };
    on.store.begin({ ...state, files: on.state.peek().files });
    reportUnknown(on, state);
  };

  return {
    onChange(state, kind) {
      if (isWaiting) return;
      const link = formatLink(state);
      if (link === wanted) return;
      if (kind === 'push') {
        flush();
        wanted = link;
        write(link, 'push');
      } else {
        wanted = link;
        timer ??= setTimeout(flush, restMs);
      }
    },
    start(started) {
      app = started;
      const { view, files } = parseLink(wanted);
      started.store.begin({ ...started.state.peek(), view, files });
      addEventListener('popstate', follow);
      addEventListener('hashchange', follow);
      addEventListener('pagehide', flush);
      effect(() => {
        const file = started.file.value;
        if (file !== null && isWaiting) begin(started);
        document.title = file === null ? 'Plateau' : `${file.name} · Plateau`;
      });
    },
  };
}

/** Back may lead to a file that was closed since. */
function withOpenFiles(state: ViewState, app: ShellApp): ViewState {
  const open = app.files.peek().map(({ index }) => index);
  const files = state.files.filter((file) => open.includes(file));
  return { ...state, files: files.length > 0 ? files : open.slice(0, 1) };
}

function reportUnknown(app: ShellApp, { others }: ViewState): void {
  if (others.length === 0) return;
  const keys = others.map(([key]) => key).join(', ');
  app.announce(`This link has parts that mean nothing here: ${keys}`);
}

function write(link: string, kind: ChangeKind): void {
  try {
    if (kind === 'push') history.pushState(null, '', link);
    else history.replaceState(null, '', link);
  } catch {
    // A sandboxed frame has no history; the page works without links.
  }
}
