import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useAnswer } from '../engine/use-answer.ts';
import { Dialog } from '../kit/dialog.tsx';
import type { ShellApp } from './create-app.ts';
import { functionEntries, type PaletteEntry, paletteEntries } from './palette-entries.ts';
import './palette.css';

interface PaletteProps {
  readonly app: ShellApp;
  readonly onClose: () => void;
}

/** One field over commands, views and functions. */
export function Palette({ app, onClose }: PaletteProps): JSX.Element {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const { answer } = useAnswer(app.engine, 'functions', () =>
    app.file.value === null ? null : { scope: app.scope.value, by: 'functions' },
  ).value;
  const functions = useMemo(() => (answer === null ? [] : functionEntries(app, answer)), [answer]);
  const entries = useMemo(() => paletteEntries(app, query, functions), [query, functions]);
  const chosen = entries[at];
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, entries]);
  const run = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    // After the dialog gave the focus back, so that what runs may move it.
    setTimeout(() => entry.run());
  };
  const onKey = (event: KeyboardEvent): void => {
    const last = entries.length - 1;
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 };
    const to: number | undefined = moves[event.key as keyof typeof moves];
    if (event.key === 'Enter') run(chosen);
    else if (to === undefined) return;
    else setAt(Math.max(0, Math.min(last, to)));
    event.preventDefault();
  };
  return (
    <Dialog title="Commands" class="palette" bare onClose={onClose}>
      <input
        class="palette-field"
        type="text"
        role="combobox"
        aria-label="Commands, views and functions"
        aria-expanded={true}
        aria-controls="palette-list"
        aria-activedescendant={chosen === undefined ? undefined : `palette-${chosen.id}`}
        aria-autocomplete="list"
        placeholder="Commands, views, functions"
        autocomplete="off"
        spellcheck={false}
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <div
        ref={list}
        class="palette-list"
        id="palette-list"
        role="listbox"
        aria-label="Results"
        tabIndex={-1}
      >
        {entries.length === 0 ? <div class="palette-none">Nothing matches “{query}”.</div> : null}
        {entries.map((entry, index) => (
          <PaletteLine
            key={entry.id}
            entry={entry}
            isFirst={entries[index - 1]?.heading !== entry.heading}
            isChosen={index === at}
            onChoose={() => run(entry)}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface PaletteLineProps {
  readonly entry: PaletteEntry;
  readonly isFirst: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function PaletteLine({ entry, isFirst, isChosen, onChoose }: PaletteLineProps): JSX.Element {
  return (
    <>
      {isFirst ? (
        <div class="palette-head" role="presentation">
          {entry.heading}
        </div>
      ) : null}
      <div
        class="palette-option"
        id={`palette-${entry.id}`}
        role="option"
        tabIndex={-1}
        aria-selected={isChosen}
        onClick={onChoose}
      >
        <span class={entry.heading === 'Functions' ? 'mono' : ''} title={entry.title}>
          {entry.title}
        </span>
        {entry.key === '' ? (
          <span class="palette-detail">{entry.detail}</span>
        ) : (
          <kbd>{entry.key}</kbd>
        )}
      </div>
    </>
  );
}
