import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { FactComparison } from '../../analysis/index.ts';
import { safeLine } from '../../base/terminal-text.ts';
import { causeWords } from '../../render/bench/bench-words.ts';
import {
  type BenchPage,
  factsOf,
  outliersOf,
  summarizePage,
  valuesOf,
  verdictWord,
} from '../../render/results/bench-page.ts';
import { factCsv, factMarkdown } from '../../render/results/fact-table.ts';
import { varyingParameters } from '../../render/results/parameter-lines.ts';
import { type RunFact, runFacts } from '../../render/results/run-fact-table.ts';
import { formatCounted, formatValue } from '../kit/quantity.ts';
import { Segmented } from '../kit/segmented.tsx';
import { Select } from '../kit/select.tsx';
import { BenchAnswer } from './bench-answer.tsx';
import { BenchForest } from './bench-forest.tsx';
import { BenchTable } from './bench-table.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { DistributionChart, type DistributionSeries } from './distribution-chart.tsx';
import { type Fact, FactStrip } from './fact-strip.tsx';
import { FunctionsTable } from './functions-table.tsx';
import { ParameterChart } from './parameter-chart.tsx';
import { SectionCard } from './section-card.tsx';
import './bench-results.css';

interface BenchResultsProps {
  readonly page: BenchPage;
  readonly announce: (message: string) => void;
}

/** So many facts stand side by side; more are a list. */
const mostSegments = 4;

/** Results of a benchmark: the answer, every run, the ratios, the numbers. */
export function BenchResults({ page, announce }: BenchResultsProps): JSX.Element {
  const facts = useMemo(() => factsOf(page), [page]);
  const [key, setKey] = useState<string>(page.metric);
  const fact = facts.find((each) => each.key === key) ?? facts[0] ?? runFacts[0];

  const compared = useMemo(() => summarizePage(page, fact), [page, fact]);
  const series = useMemo(() => distributionsOf(page, fact, compared), [page, fact, compared]);
  const parameters = useMemo(() => varyingParameters(page.series), [page]);
  const choose = (next: string): void => {
    setKey(next);
    announce(`Showing ${facts.find((each) => each.key === next)?.title.toLowerCase() ?? next}`);
  };
  return (
    <>
      <div class="bench-results-top">
        <BenchAnswer page={page} fact={fact} compared={compared} />
        {facts.length < 2 ? null : <FactChoice facts={facts} fact={fact} onChange={choose} />}
      </div>
      <FactStrip facts={stripOf(page, compared)} />
      {parameters.length === 0 ? null : (
        <ParameterChart
          page={page}
          fact={fact}
          compared={compared}
          parameters={parameters}
          announce={announce}
        />
      )}
      <SectionCard
        title={`${fact.title} of every run`}
        text={`A dot is a run, the bar is 95 % of the median${compared.series.length > 1 ? '; the dashed line is the median of the first command' : ''}.`}
      >
        <DistributionChart fact={fact} series={series} announce={announce} />
      </SectionCard>
      {page.series.length < 2 ? null : (
        <BenchForest page={page} fact={fact} compared={compared} announce={announce} />
      )}
      <SectionCard
        title="Numbers"
        actions={
          <CopyMenu
            announce={announce}
            forms={[
              { label: 'Copy as Markdown', text: () => factMarkdown(page, fact, compared) },
              { label: 'Copy as CSV', text: () => factCsv(page, fact, compared) },
            ]}
          />
        }
      >
        <BenchTable page={page} fact={fact} compared={compared} />
      </SectionCard>
      {page.functions === null ? null : <FunctionsTable functions={page.functions} />}
    </>
  );
}

interface FactChoiceProps {
  readonly facts: readonly RunFact[];
  readonly fact: RunFact;
  readonly onChange: (key: string) => void;
}

function FactChoice({ facts, fact, onChange }: FactChoiceProps): JSX.Element {
  const choices = facts.map(({ key, title }) => ({ value: key, label: title }));
  return (
    <div class="bench-results-facts">
      {facts.length <= mostSegments ? (
        <Segmented label="Metric" value={fact.key} choices={choices} onChange={onChange} />
      ) : (
        <Select label="Metric" value={fact.key} choices={choices} onChange={onChange} />
      )}
    </div>
  );
}

function stripOf(page: BenchPage, compared: FactComparison): Fact[] {
  const { noiseFloor, series } = compared;
  const counts = series.map(({ runs }) => runs);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const far = page.series.reduce((sum, each) => sum + outliersOf(each).length, 0);
  const metric = runFacts.find(({ key }) => key === page.metric)?.title ?? page.metric;
  return [
    {
      title: 'Runs',
      value: least === most ? String(least) : `${least}–${most}`,
      detail: page.series.length > 1 ? `of each of ${page.series.length} commands` : '',
    },
    {
      title: 'Noise floor',
      value: noiseFloor === null ? 'not measured' : rangeOf(noiseFloor),
      detail: noiseFloor === null ? '' : 'first against itself',
      explanation: 'The first command runs twice in each round: what differs by less is noise.',
    },
    {
      title: 'Decided by',
      value: metric,
      detail: `±${(page.margin * 100).toFixed(page.margin < 0.01 ? 1 : 0)} % is no difference`,
    },
    {
      title: 'Far off',
      value: far === 0 ? 'none' : formatCounted(far, 'run'),
      detail: far === 0 ? '' : 'named, never dropped',
      explanation: 'Runs far from the median of their command; point at one for its likely cause.',
    },
    ...machineFacts(page),
  ];
}

function machineFacts({ machine, unlike }: BenchPage): Fact[] {
  if (unlike.length > 0) {
    return [{ title: 'Machine', value: 'not one', detail: safeLine(unlike.join('; ')) }];
  }
  if (machine === null) return [];
  const { processor, processors, kernel, version } = machine;
  return [
    {
      title: 'Machine',
      value: formatCounted(processors, 'processor'),
      detail: safeLine(processor),
      explanation: safeLine(`${kernel}, Plateau ${version}`),
    },
  ];
}

function rangeOf({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${low.toFixed(3)}–${high.toFixed(3)}`;
}

function distributionsOf(
  page: BenchPage,
  fact: RunFact,
  compared: FactComparison,
): DistributionSeries[] {
  const facts = factsOf(page);
  return page.series.flatMap((each, index) => {
    const summary = compared.series[index];
    if (summary === undefined) return [];
    const columns = facts.map((known) => ({ known, values: valuesOf(each, known) }));
    const causes = new Map(outliersOf(each).map(({ run, cause }) => [run, causeWords[cause]]));
    const verdict = summary.comparison?.verdict;
    return [
      {
        name: each.name,
        word: verdict === undefined ? '' : verdictWord(verdict, fact),
        values: valuesOf(each, fact),
        summary,
        runFacts: (run: number) =>
          columns.flatMap(({ known, values }) => {
            const value = values[run] ?? Number.NaN;
            return Number.isNaN(value)
              ? []
              : [[known.title, formatValue(value, known.unit)] as const];
          }),
        cause: (run: number) => causes.get(run) ?? '',
      },
    ];
  });
}
