import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { App } from '../../app/app.ts';
import type { TrackRow } from './track-rows.ts';
import './track-names.css';

interface TrackNamesProps {
  readonly app: App;
  readonly rows: ReadonlySignal<readonly TrackRow[]>;
  readonly seen: ReadonlySignal<readonly TrackRow[]>;
  /** By row what the base of a comparison has. */
  readonly words: ReadonlySignal<ReadonlyMap<string, string>>;
  readonly onToggle: (id: string) => void;
}

/** The names at the left of the tracks: a press looks at that thread only, another one at all again. */
export function TrackNames({ app, rows, seen, words, onToggle }: TrackNamesProps): JSX.Element {
  const { threads, cpus } = app.state.value;
  const focus = (row: TrackRow): void => {
    if (row.track.kind === 'cpu') {
      const isOnly = cpus.length === 1 && cpus[0] === row.track.cpu;
      app.change({ cpus: isOnly ? [] : [row.track.cpu] }, 'push');
      return;
    }
    const isOnly = sameThreads(threads, row.threads);
    app.change({ threads: isOnly ? [] : row.threads.filter((thread) => thread >= 0) }, 'push');
    app.announce(isOnly ? 'All threads' : `Thread ${row.name}`);
  };
  const isQuiet = (row: TrackRow): boolean =>
    (threads.length > 0 &&
      row.threads.length > 0 &&
      !row.threads.some((t) => threads.includes(t))) ||
    (cpus.length > 0 && row.track.kind === 'cpu' && !cpus.includes(row.track.cpu));
  return (
    <>
      {seen.value.map((row) => (
        <div
          key={row.id}
          class={`track-name track-name-${row.kind}`}
          role="row"
          aria-rowindex={rows.value.indexOf(row) + 1}
          data-quiet={isQuiet(row)}
          style={{ top: `${row.top}px`, height: `${row.height}px` }}
        >
          {row.isCollapsed === null ? null : (
            <button
              type="button"
              class="track-name-twisty"
              aria-expanded={!row.isCollapsed}
              aria-label={`Threads of ${row.name}`}
              onClick={() => onToggle(row.id)}
            >
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M5 4l4 4-4 4" />
              </svg>
            </button>
          )}
          <div role="rowheader" class="track-name-cell">
            {row.kind === 'counter' ? (
              <span class="track-name-label">{row.name}</span>
            ) : (
              <button
                type="button"
                class="track-name-label"
                aria-pressed={
                  row.track.kind === 'cpu'
                    ? cpus.includes(row.track.cpu)
                    : threads.length > 0 && sameThreads(threads, row.threads)
                }
                title={`Look at ${row.name} only`}
                onClick={() => focus(row)}
              >
                {row.name}
              </button>
            )}
          </div>
          <div role="gridcell" class="track-name-about">
            <About row={row} base={words.value.get(row.id) ?? ''} />
          </div>
        </div>
      ))}
    </>
  );
}

/** The second line; of a comparison what both sides have of it. */
function About({ row, base }: { readonly row: TrackRow; readonly base: string }): JSX.Element {
  if (base === '') return <>{row.about}</>;
  return (
    <span title={row.about}>
      {row.amount} <span class="track-name-base">{base}</span>
    </span>
  );
}

function sameThreads(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((thread) => b.includes(thread));
}
