import { useSignal } from '@preact/signals';
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect } from 'preact/hooks';
import type { SearchAnswer } from '../../explore/index.ts';
import { escapeExpression } from '../../profile/index.ts';
import { useAnswer } from '../engine/use-answer.ts';
import { readPreference, writePreference } from '../kit/preference.ts';
import { formatCounted, formatShare } from '../kit/quantity.ts';
import { plainSearch } from '../state/plain-search.ts';
import type { ShellApp } from './create-app.ts';
import './search-field.css';

export const searchFieldId = 'search';

/** Readers hear what was found when typing rests. */
const restMs = 400;

/** Finds functions, files and modules; every view marks what it finds. */
export function SearchField({ app }: { readonly app: ShellApp }): JSX.Element {
  const { search } = app.state.value;
  const isRegex = useSignal(readPreference('search') !== 'text');
  const plain = plainSearch(search);
  // What is more than a text can only be shown as the expression it is.
  const shown = isRegex.value || plain === undefined ? search : plain;
  const type = (text: string): void =>
    app.change({ search: isRegex.value ? text : escapeExpression(text) });
  const toggle = (): void => {
    isRegex.value = !isRegex.value;
    writePreference('search', isRegex.value ? 'expression' : 'text');
    app.change({ search: isRegex.value ? shown : escapeExpression(shown) });
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') app.stepMatch(event.shiftKey ? -1 : 1);
    else if (event.altKey && event.key.toLowerCase() === 'r') toggle();
    else if (event.key !== 'Escape') return;
    else if (search === '') leave(event.currentTarget);
    else app.change({ search: '' });
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search class="search-field">
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <circle cx="7" cy="7" r="4.5" />
        <path d="M10.5 10.5L14 14" />
      </svg>
      <input
        id={searchFieldId}
        type="search"
        aria-label="Search"
        placeholder="Search functions, files, modules"
        autocomplete="off"
        spellcheck={false}
        value={shown}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <Found app={app} />
      <button
        type="button"
        class="search-field-regex"
        aria-label="Regular expression"
        aria-pressed={isRegex.value}
        title="Regular expression (Alt R)"
        onClick={toggle}
      >
        .*
      </button>
      <kbd>/</kbd>
    </search>
  );
}

/** The share of what is measured that passes through a match, and in how many functions. */
function Found({ app }: { readonly app: ShellApp }): JSX.Element | null {
  const { answer } = useAnswer(app.engine, 'search', () => {
    const { search, by } = app.state.value;
    if (search === '' || app.file.value === null) return null;
    return { scope: app.scope.value, by, expression: search };
  }).value;
  const { search, by } = app.state.value;
  const words = search === '' || answer === null ? '' : foundWords(answer, by.replace(/s$/, ''));
  useEffect(() => {
    if (words === '') return undefined;
    const timer = setTimeout(() => app.announce(words), restMs);
    return () => clearTimeout(timer);
  }, [words]);
  if (words === '' || answer === null) return null;
  const isProblem = answer.problem !== '';
  return (
    <span
      class={isProblem ? 'search-field-found search-field-bad' : 'search-field-found'}
      title={isProblem ? `${answer.problem}: searched as plain text` : undefined}
    >
      {words}
    </span>
  );
}

function foundWords({ functions, share }: SearchAnswer, noun: string): string {
  if (functions === 0) return 'No match';
  return `${formatShare(share)} matched, ${formatCounted(functions, noun)}`;
}

/** To the view, where the matches are. */
function leave(field: HTMLElement): void {
  field.blur();
  document.querySelector<HTMLElement>('#main [tabindex="0"]')?.focus();
}
