import type { JSX } from 'preact';
import type { Fact } from './facts.ts';

export function FactCards({ facts }: { readonly facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="summary-facts">
      {facts.map(({ title, value, detail, isGood, tip }) => (
        <div key={title} title={tip}>
          <dt>{title}</dt>
          <dd>
            {isGood === undefined ? null : <Mark isGood={isGood} />}
            <b>{value}</b>
            {detail === '' ? null : <span>{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A tick or a warning sign: the state is never told by colour alone. */
export function Mark({ isGood }: { readonly isGood: boolean }): JSX.Element {
  return (
    <svg
      class={isGood ? 'summary-good' : 'summary-bad'}
      viewBox="0 0 12 12"
      width="12"
      height="12"
      role="img"
      aria-label={isGood ? 'Good:' : 'Warning:'}
    >
      <path d={isGood ? 'M2 6.5 4.8 9.2 10 3.2' : 'M6 1.5 11 10.5H1ZM6 5v2.6M6 9v.6'} />
    </svg>
  );
}
