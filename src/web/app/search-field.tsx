import type { JSX, TargetedKeyboardEvent } from 'preact';
import type { ShellApp } from './create-app.ts';
import './search-field.css';

export const searchFieldId = 'search';

/** Finds functions, files and modules; every view marks what it finds. */
export function SearchField({ app }: { readonly app: ShellApp }): JSX.Element {
  const { search } = app.state.value;
  const onKey = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') app.stepMatch(event.shiftKey ? -1 : 1);
    else if (event.key !== 'Escape') return;
    else if (search === '') event.currentTarget.blur();
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
        value={search}
        onInput={(event) => app.change({ search: event.currentTarget.value })}
        onKeyDown={onKey}
      />
      <kbd>/</kbd>
    </search>
  );
}
