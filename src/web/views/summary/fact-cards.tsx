import type { JSX } from 'preact';
import { formatChange, nothing } from '../../kit/quantity.ts';
import type { Fact } from './facts.ts';

interface FactCardsProps {
  readonly facts: readonly Fact[];
  /** Those of the base, found by title; null = nothing is compared. */
  readonly base?: readonly Fact[] | null;
}

export function FactCards({ facts, base = null }: FactCardsProps): JSX.Element {
  const shown = base === null ? facts : withBaseAlone(facts, base);
  return (
    <dl class="summary-facts">
      {shown.map((fact) => (
        <div key={fact.title} title={fact.tip}>
          <dt>{fact.title}</dt>
          <dd>
            {fact.isGood === undefined ? null : <Mark isGood={fact.isGood} />}
            <b>{fact.value}</b>
            {fact.detail === '' ? null : <span>{fact.detail}</span>}
          </dd>
          {base === null ? null : (
            <Before fact={fact} base={base.find(({ title }) => title === fact.title)} />
          )}
        </div>
      ))}
    </dl>
  );
}

/** What only the base says has no value here. */
function withBaseAlone(facts: readonly Fact[], base: readonly Fact[]): readonly Fact[] {
  const titles = new Set(facts.map(({ title }) => title));
  const alone = base.filter(({ title }) => !titles.has(title));
  return [...facts, ...alone.map(({ title }) => ({ title, value: nothing, detail: '' }))];
}

/** The same of the base, and the change from it. */
function Before({ fact, base }: { fact: Fact; base: Fact | undefined }): JSX.Element {
  const [now, old] = [fact.amount, base?.amount];
  const change =
    now === undefined || old === undefined || now.unit !== old.unit ? 0 : now.value - old.value;
  return (
    <dd class="summary-fact-base">
      <span>base {base?.value ?? nothing}</span>
      {change === 0 ? null : (
        <span class="summary-fact-change">{formatChange(change, now?.unit ?? '')}</span>
      )}
    </dd>
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
