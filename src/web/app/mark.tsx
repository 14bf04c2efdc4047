import type { JSX } from 'preact';

/** The product's mark: a plateau. */
export function Mark(): JSX.Element {
  return (
    <svg viewBox="0 0 20 16" width="20" height="16" role="img" aria-label="Plateau">
      <path
        d="M1 15h18M3 15V11h3V6h8v5h3v4"
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linejoin="round"
        stroke-linecap="round"
      />
    </svg>
  );
}
