import type { ComponentChildren, JSX } from 'preact';
import './button.css';

interface ButtonProps {
  /** The accessible name, where the content does not say it. */
  readonly label?: string;
  readonly title?: string;
  /** `main`: the one thing to do. `lined`: with an edge. Without: quiet, as in bars. */
  readonly look?: 'main' | 'lined';
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}

export function Button(props: ButtonProps): JSX.Element {
  const { label, title, look, isDisabled, onPress, children } = props;
  return (
    <button
      type="button"
      class={look === undefined ? 'button' : `button button-${look}`}
      aria-label={label}
      aria-disabled={isDisabled === true ? true : undefined}
      title={title}
      onClick={() => {
        if (isDisabled !== true) onPress();
      }}
    >
      {children}
    </button>
  );
}
