import type { JSX, TargetedKeyboardEvent } from 'preact';
import './segmented.css';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Explains the choice in a tooltip. */
  readonly title?: string;
}

interface SegmentedProps<Value extends string> {
  /** The accessible name of the group. */
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
}

/** Two to four choices side by side: one tab stop, arrows inside. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>): JSX.Element {
  const { label, value, choices, onChange } = props;
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = choices.findIndex((each) => each.value === value);
    const next = choices[(at + by + choices.length) % choices.length];
    if (next === undefined) return;
    onChange(next.value);
    const buttons = event.currentTarget.querySelectorAll('button');
    buttons[choices.indexOf(next)]?.focus();
  };
  return (
    <div class="segmented" role="radiogroup" aria-label={label} onKeyDown={move}>
      {choices.map((each) => (
        <button
          key={each.value}
          type="button"
          role="radio"
          aria-checked={each.value === value}
          tabIndex={each.value === value ? 0 : -1}
          title={each.title}
          onClick={() => onChange(each.value)}
        >
          {each.label}
        </button>
      ))}
    </div>
  );
}
