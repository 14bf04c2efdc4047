import type { JSX } from 'preact';
import type { Choice } from './segmented.tsx';
import './select.css';

interface SelectProps<Value extends string> {
  /** Stands before the field and is its accessible name. */
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
  readonly title?: string;
}

/** One of many, in the system's own list. */
export function Select<Value extends string>(props: SelectProps<Value>): JSX.Element {
  const { label, value, choices, onChange, title } = props;
  return (
    <label class="select" title={title}>
      <span class="select-label" aria-hidden="true">
        {label}
      </span>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = choices[event.currentTarget.selectedIndex];
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {choices.map((each) => (
          <option
            key={each.value}
            value={each.value}
            title={each.title}
            selected={each.value === value}
          >
            {each.label}
          </option>
        ))}
      </select>
    </label>
  );
}
