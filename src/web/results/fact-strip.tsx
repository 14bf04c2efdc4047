import type { JSX } from 'preact';
import './fact-strip.css';

export interface Fact {
  readonly title: string;
  readonly value: string;
  readonly detail?: string;
  /** Explains the fact in a tooltip. */
  readonly explanation?: string;
}

/** Numbers side by side, each with its name. */
export function FactStrip({ facts }: { readonly facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="fact-strip">
      {facts.map(({ title, value, detail = '', explanation }) => (
        <div key={title} title={explanation}>
          <dt>{title}</dt>
          <dd>
            <b>{value}</b>
            {detail === '' ? null : <span>{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
