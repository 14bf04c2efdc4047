import type { JSX } from 'preact';

/** Half a disc for the system's choice, a ring for light, a full disc for dark. */
export function ThemeIcon({ theme }: { readonly theme: 'system' | 'light' | 'dark' }): JSX.Element {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <circle cx="8" cy="8" r="5.25" />
      {theme === 'system' ? (
        <path class="theme-icon-full" d="M8 2.75a5.25 5.25 0 010 10.5z" />
      ) : null}
      {theme === 'dark' ? <circle class="theme-icon-full" cx="8" cy="8" r="5.25" /> : null}
    </svg>
  );
}
