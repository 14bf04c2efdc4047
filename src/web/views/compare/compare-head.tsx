import type { JSX } from 'preact';
import type { CompareAnswer } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { changeClass } from '../../kit/compare/change-class.ts';
import { type Side, sideOf } from '../../kit/compare/sides.ts';
import { formatChange, formatCounted, formatRatio, formatValue } from '../../kit/quantity.ts';

interface CompareHeadProps {
  readonly app: App;
  readonly answer: CompareAnswer;
}

/** What is compared with what, and the answer in one line. */
export function CompareHead({ app, answer }: CompareHeadProps): JSX.Element {
  const { totals, unit, scale } = answer;
  const base = app.baseScope.value === null ? null : sideOf(app, app.baseScope.value);
  const after = sideOf(app, app.scope.value);
  return (
    <header class="compare-head">
      <SideFacts
        word="Base"
        side={base}
        facts={`${formatValue(totals.base, unit)} · ${formatCounted(totals.baseSamples, 'sample')}`}
      />
      <span class="compare-arrow" aria-hidden="true">
        →
      </span>
      <SideFacts
        word="New"
        side={after}
        facts={`${formatValue(totals.new, unit)} · ${formatCounted(totals.newSamples, 'sample')}`}
      />
      <div class="compare-change">
        <span class="compare-word">Change</span>
        <strong class={changeClass(totals.new - totals.base)}>
          {formatChange(totals.new - totals.base, unit)}
        </strong>{' '}
        <span>{formatRatio(totals.base, totals.new)}</span>
        <p>{sentenceOf(answer)}</p>
        {scale !== 1 && app.state.value.isShares ? (
          <p>Shares of each total are compared: New is scaled by {scale.toPrecision(3)}.</p>
        ) : null}
      </div>
    </header>
  );
}

function SideFacts(props: {
  readonly word: string;
  readonly side: Side | null;
  readonly facts: string;
}): JSX.Element {
  return (
    <div class="compare-side">
      <span class="compare-word">{props.word}</span>
      <strong title={props.side?.file.name}>{props.side?.title ?? 'closed'}</strong>
      <p>{props.facts}</p>
    </div>
  );
}

/** How many functions changed beyond chance, and what that word covers. */
function sentenceOf({ summary, judged }: CompareAnswer): string {
  const parts = [
    [summary.grew, 'grew'],
    [summary.shrank, 'shrank'],
    [summary.new, 'new'],
    [summary.removed, 'gone'],
  ] as const;
  const changed = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const list = changed.length === 0 ? 'No function changed' : `Functions: ${changed.join(', ')}`;
  if (!judged) return `${list}. Too few samples to tell change from chance.`;
  return `${list}; ${summary.noise} within noise. Covers sampling noise, not run-to-run noise.`;
}
