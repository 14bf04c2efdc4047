import type { JSX } from 'preact';
import type { FactComparison } from '../../analysis/index.ts';
import { formatPValue } from '../../base/quantity.ts';
import { safeLine } from '../../base/terminal-text.ts';
import { elideMiddle } from '../../base/text-layout.ts';
import { adviceText, medianText } from '../../render/bench/bench-words.ts';
import { type BenchPage, verdictWord } from '../../render/results/bench-page.ts';
import type { RunFact } from '../../render/results/run-fact-table.ts';
import { formatValue, narrowSpace } from '../kit/quantity.ts';
import { VerdictWord } from './verdict-word.tsx';
import './answer.css';

interface BenchAnswerProps {
  readonly page: BenchPage;
  readonly fact: RunFact;
  readonly compared: FactComparison;
}

const longestName = 64;

function Name({ name }: { readonly name: string }): JSX.Element {
  return <code title={safeLine(name)}>{elideMiddle(safeLine(name), longestName)}</code>;
}

/** What came out of it, in one sentence; then how sure it is. */
export function BenchAnswer(props: BenchAnswerProps): JSX.Element {
  const { page, compared } = props;
  return (
    <div class="answer">
      <p class="answer-sentence">
        {page.series.length === 1 ? (
          <One {...props} />
        ) : page.series.length === 2 ? (
          <Two {...props} />
        ) : (
          <Many {...props} />
        )}
      </p>
      <p class="answer-detail">{detailOf(props, compared)}</p>
    </div>
  );
}

function One({ page, fact, compared }: BenchAnswerProps): JSX.Element {
  return (
    <>
      <Name name={page.series[0]?.name ?? ''} /> {fact.unit === 'nanoseconds' ? 'takes' : 'has'}{' '}
      {formatValue(compared.series[0]?.median ?? 0, fact.unit)}
    </>
  );
}

function Two({ page, fact, compared }: BenchAnswerProps): JSX.Element {
  const [first, second] = page.series.map(({ name }) => <Name name={name} />);
  const comparison = compared.series[1]?.comparison;
  if (comparison == null) {
    const [one, two] = compared.series.map(({ median }) => formatValue(median, fact.unit));
    return (
      <>
        {second} has {two}, {first} {one}
      </>
    );
  }
  const { verdict, ratio } = comparison;
  const word = <VerdictWord word={verdictWord(verdict, fact)} />;
  const times = `${ratio.toFixed(3)}${narrowSpace}×`;
  if (verdict === 'faster' || verdict === 'slower') {
    const what = fact.unit === 'nanoseconds' ? 'the time' : 'as much';
    return (
      <>
        {second} is {word} than {first}: {times} {what}
      </>
    );
  }
  if (verdict === 'no difference') {
    return (
      <>
        {second} and {first}: {word}
      </>
    );
  }
  return (
    <>
      {second} against {first}: {word}
    </>
  );
}

function Many({ page, fact, compared }: BenchAnswerProps): JSX.Element {
  const others = compared.series.filter((_, at) => page.series[at]?.against !== at);
  const isFirst = page.series.every(({ against }) => against === 0);
  const counts = (['faster', 'slower', 'no difference', 'inconclusive'] as const)
    .map((verdict) => ({
      verdict,
      count: others.filter(({ comparison }) => comparison?.verdict === verdict).length,
    }))
    .filter(({ count }) => count > 0);
  return (
    <>
      {isFirst ? (
        <>
          Of {others.length} commands against <Name name={page.series[0]?.name ?? ''} />:{' '}
        </>
      ) : (
        `Of ${others.length} comparisons: `
      )}
      {counts.length === 0 ? 'nothing to compare' : null}
      {counts.map(({ verdict, count }, at) => (
        <span key={verdict}>
          {at === 0 ? '' : ', '}
          {count} <VerdictWord word={verdictWord(verdict, fact)} />
        </span>
      ))}
    </>
  );
}

function detailOf({ page, fact }: BenchAnswerProps, { series }: FactComparison): string {
  const [first, second] = series;
  const value = (given: number): string => formatValue(given, fact.unit);
  if (first === undefined) return '';
  if (series.length === 1) {
    const { runs, interval } = first;
    return medianText(runs, `${value(interval.low)} – ${value(interval.high)}`);
  }
  if (series.length > 2 || second === undefined) {
    const least = series.reduce((best, each) => (each.median < best.median ? each : best), first);
    const name = safeLine(page.series[series.indexOf(least)]?.name ?? '');
    return `${fact.unit === 'nanoseconds' ? 'fastest' : 'least'}: ${elideMiddle(name, longestName)}, ${value(least.median)}`;
  }
  const { comparison } = second;
  const medians = `${value(first.median)} → ${value(second.median)}`;
  if (comparison === null) return `${medians}; the same in every run, so one measurement each`;
  const { ratio, interval, pValue, verdict } = comparison;
  const speed =
    verdict === 'faster' && fact.unit === 'nanoseconds'
      ? `, ${(1 / ratio).toFixed(2)} times as fast`
      : '';
  const range = `${interval.low.toFixed(3)}–${interval.high.toFixed(3)}`;
  return `${medians}${speed}; 95 % of the ratio ${range}, ${formatPValue(pValue)}${adviceText(comparison)}`;
}
