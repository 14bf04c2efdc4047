import type { JSX } from 'preact';
import type { ShellApp } from './create-app.ts';
import { FileSwitcher } from './file-switcher.tsx';
import { Mark } from './mark.tsx';
import { SearchField } from './search-field.tsx';
import { ThemeIcon } from './theme-icon.tsx';
import { ValuePicker } from './value-picker.tsx';
import './title-bar.css';

/** What is open, the search, what is measured, and the shell's own buttons. */
export function TitleBar({ app }: { readonly app: ShellApp }): JSX.Element {
  const theme = app.themeChoice.value;
  return (
    <header class="title-bar">
      <div class="title-bar-mark">
        <Mark />
      </div>
      <FileSwitcher app={app} />
      <SearchField app={app} />
      <div class="title-bar-actions">
        <ValuePicker app={app} />
        <button
          type="button"
          class="title-bar-button"
          aria-label="Commands"
          title="Commands (Ctrl K)"
          onClick={() => {
            app.layer.value = { kind: 'palette' };
          }}
        >
          <svg
            class="title-bar-narrow"
            viewBox="0 0 16 16"
            width="16"
            height="16"
            aria-hidden="true"
          >
            <path d="M3 4.5h10M3 8h10M3 11.5h6" />
          </svg>
          <span class="title-bar-wide">Commands</span>
          <kbd>Ctrl K</kbd>
        </button>
        <button
          type="button"
          class="title-bar-icon"
          aria-label={`Theme: ${theme}`}
          title={`Theme: ${theme}`}
          onClick={() => app.nextTheme()}
        >
          <ThemeIcon theme={theme} />
        </button>
        <button
          type="button"
          class="title-bar-icon"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          onClick={() => {
            app.layer.value = { kind: 'sheet' };
          }}
        >
          ?
        </button>
      </div>
    </header>
  );
}
