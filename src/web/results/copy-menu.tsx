import type { JSX } from 'preact';
import { MenuButton } from '../kit/menu.tsx';
import { copyText } from './copy-text.ts';

/** A form of what is shown, made when it is asked for. */
export interface CopyForm {
  readonly label: string;
  readonly text: () => string;
}

interface CopyMenuProps {
  readonly forms: readonly CopyForm[];
  readonly announce: (message: string) => void;
}

/** Copies the table, for a pull request or a spreadsheet. */
export function CopyMenu({ forms, announce }: CopyMenuProps): JSX.Element {
  return (
    <MenuButton
      label="Copy"
      class="button button-lined"
      items={() =>
        forms.map(({ label, text }) => ({
          kind: 'action',
          label,
          run: () => {
            void copyText(text()).then((isCopied) =>
              announce(isCopied ? `${label}: done` : 'This browser does not let the page copy'),
            );
          },
        }))
      }
    >
      Copy
      <svg viewBox="0 0 10 6" width="10" height="6" aria-hidden="true">
        <path d="M1 1l4 4 4-4" fill="none" stroke="currentColor" stroke-width="1.4" />
      </svg>
    </MenuButton>
  );
}
