import type { ComponentChildren, JSX } from 'preact';
import './button.css';

interface ToggleProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly label?: string;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A button that stays pressed. */
export function Toggle({ isOn, onChange, label, title, children }: ToggleProps): JSX.Element {
  return (
    <button
      type="button"
      class="button"
      aria-pressed={isOn}
      aria-label={label}
      title={title}
      onClick={() => onChange(!isOn)}
    >
      {children}
    </button>
  );
}
