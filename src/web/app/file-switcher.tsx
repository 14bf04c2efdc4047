import type { JSX } from 'preact';
import type { FileFacts } from '../../explore/index.ts';
import { swapSides } from '../kit/compare/sides.ts';
import { MenuButton } from '../kit/menu.tsx';
import type { MenuItem } from '../kit/menu-item.ts';
import { formatCounted, formatValue, narrowSpace } from '../kit/quantity.ts';
import { chooseFiles } from './choose-files.ts';
import type { ShellApp } from './create-app.ts';
import './file-switcher.css';

/** The name of the shown file; its menu has the others, and both sides of a comparison. */
export function FileSwitcher({ app }: { readonly app: ShellApp }): JSX.Element {
  const shown = app.file.value;
  const base = baseOf(app);
  const name = shown === null ? 'Open a file' : shown.name;
  return (
    <MenuButton
      class="file-switcher"
      label={shown === null ? 'Open a file' : `File: ${name}`}
      title={shown === null ? undefined : `${name}\n${factsOf(shown)}`}
      items={() => fileItems(app)}
    >
      <span class="file-switcher-name">{base === undefined ? name : `${base.name} → ${name}`}</span>
      {shown === null || base !== undefined ? null : (
        <span class="file-switcher-facts">{factsOf(shown)}</span>
      )}
      <svg viewBox="0 0 10 6" width="10" height="6" aria-hidden="true">
        <path d="M1 1l4 4 4-4" />
      </svg>
    </MenuButton>
  );
}

function baseOf(app: ShellApp): FileFacts | undefined {
  const { files } = app.state.value;
  return files.length < 2 ? undefined : app.files.value.find(({ index }) => index === files[0]);
}

/** `12.0 s · 4 threads · cycles at 997 Hz`. */
function factsOf({ extent, threads, summary }: FileFacts): string {
  const durationNs = extent === null ? summary.durationNs : extent.endNs - extent.startNs;
  const { period } = summary;
  const rate =
    period !== null && period.unit === 'nanoseconds' && period.value > 0
      ? ` at ${Math.round(1e9 / period.value)}${narrowSpace}Hz`
      : '';
  const event = summary.events.length === 0 ? '' : `${summary.events.join(', ')}${rate}`;
  return [
    durationNs > 0 ? formatValue(durationNs, 'nanoseconds') : '',
    threads.length > 0 ? formatCounted(threads.length, 'thread') : '',
    event,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function fileItems(app: ShellApp): readonly MenuItem[] {
  const { files: shown } = app.state.value;
  const open = app.files.value;
  const last = shown.at(-1);
  const others = open.filter(({ index }) => index !== last);
  const items: MenuItem[] = open.map((file) => ({
    kind: 'action',
    label: file.name,
    detail: formatValue(file.sizeBytes, 'bytes'),
    isChecked: file.index === last,
    run: () => show(app, file.index),
  }));
  const compare = others.map(
    ({ index, name }): MenuItem => ({
      kind: 'action',
      label: name,
      isChecked: shown.length > 1 && shown[0] === index,
      run: () => app.change({ files: [index, last ?? 0], view: 'compare' }, 'push'),
    }),
  );
  if (compare.length > 0)
    items.push({ kind: 'line' }, { kind: 'heading', label: 'Compare with base' }, ...compare);
  if (shown.length > 1) {
    items.push({ kind: 'action', label: 'Swap base and new', key: 'w', run: () => swapSides(app) });
  }
  items.push(
    { kind: 'line' },
    { kind: 'action', label: 'Open a file…', key: 'Ctrl O', run: () => chooseFiles(app) },
  );
  if (open.length > 0) {
    items.push({
      kind: 'action',
      label: 'Open a base to compare with…',
      run: () => {
        app.change({ view: 'compare' }, 'push');
        chooseFiles(app, 'base');
      },
    });
    items.push({ kind: 'line' });
    for (const { index, name } of open) {
      items.push({ kind: 'action', label: `Close ${name}`, run: () => app.opener.close(index) });
    }
  }
  return items;
}

/** Another file alone: ranges and transforms of the last one mean nothing in it. */
function show(app: ShellApp, index: number): void {
  const { files } = app.state.value;
  if (files.at(-1) === index) return;
  app.change(
    { files: [index], ranges: [], threads: [], cpus: [], event: '', transforms: [], zoom: [] },
    'push',
  );
}
