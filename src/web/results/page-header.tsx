import type { JSX } from 'preact';
import { safeLine } from '../../base/terminal-text.ts';
import { Mark } from '../app/mark.tsx';
import type { Theme } from '../app/theme.ts';
import { ThemeIcon } from '../app/theme-icon.tsx';
import './page-header.css';

interface PageHeaderProps {
  readonly title: string;
  /** The file shown; '' = none. */
  readonly source: string;
  readonly theme: Theme;
}

/** What this is, and how it looks. */
export function PageHeader({ title, source, theme }: PageHeaderProps): JSX.Element {
  const choice = theme.choice.value;
  return (
    <header class="page-header">
      <div class="page-header-line">
        <div class="page-header-mark">
          <Mark />
        </div>
        <h1>{title}</h1>
        {source === '' ? null : <span class="page-header-source">{safeLine(source)}</span>}
        <div class="page-header-actions">
          <button
            type="button"
            class="page-header-icon"
            aria-label="Print"
            title="Print, or save as PDF"
            onClick={() => print()}
          >
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d="M4.5 5.5v-3h7v3M4.5 11.5h-2v-6h11v6h-2M4.5 9.5h7v4h-7z" />
            </svg>
          </button>
          <button
            type="button"
            class="page-header-icon"
            aria-label={`Theme: ${choice}`}
            title={`Theme: ${choice}`}
            onClick={() => theme.next()}
          >
            <ThemeIcon theme={choice} />
          </button>
        </div>
      </div>
    </header>
  );
}
