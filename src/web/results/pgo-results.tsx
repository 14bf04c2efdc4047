import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { safeLine } from '../../base/terminal-text.ts';
import { pgoMarkdown } from '../../render/results/pgo-markdown.ts';
import { outcomeCounts, type PgoPage, type PgoPageReport } from '../../render/results/pgo-page.ts';
import { narrowSpace } from '../kit/quantity.ts';
import { CopyMenu } from './copy-menu.tsx';
import { type Fact, FactStrip } from './fact-strip.tsx';
import { ForestChart } from './forest-chart.tsx';
import { pgoItems } from './pgo-items.ts';
import { SectionCard } from './section-card.tsx';
import { TargetCard } from './target-card.tsx';
import { VerdictWord } from './verdict-word.tsx';
import './answer.css';
import './pgo-results.css';

interface PgoResultsProps {
  readonly page: PgoPage;
  readonly announce: (message: string) => void;
}

/** What profile-guided optimisation brought: the verdict, every held-out workload, every target. */
export function PgoResults({ page, announce }: PgoResultsProps): JSX.Element {
  const { report } = page;
  const items = useMemo(() => pgoItems(report), [report]);
  const hasControl = items.some(({ control }) => control !== null);
  const hasNoise = items.some(({ row }) => row?.noiseFloor != null);
  const hasMargin = items.some(({ row }) => row?.alike != null);
  const text = [
    'Optimised against baseline, with 95 %.',
    ...(hasNoise ? ['The band is the baseline against itself.'] : []),
    ...(hasMargin ? ['Between the dashed lines nothing is called a difference.'] : []),
    ...(hasControl ? ['A diamond is the same build without the profile.'] : []),
  ];
  return (
    <>
      <PgoAnswer report={report} />
      <FactStrip facts={stripOf(report)} />
      {items.length === 0 ? null : (
        <SectionCard
          title="Speed on held-out workloads"
          text={text.join(' ')}
          actions={
            <CopyMenu
              announce={announce}
              forms={[{ label: 'Copy as Markdown', text: () => pgoMarkdown(report) }]}
            />
          }
        >
          <ForestChart
            label="Speed on held-out workloads"
            items={items}
            sides={['slower', 'faster']}
            announce={announce}
          />
        </SectionCard>
      )}
      <div class="pgo-results-targets">
        {report.targets.map((target, index) => (
          <TargetCard key={index} target={target} />
        ))}
      </div>
    </>
  );
}

function PgoAnswer({ report }: { readonly report: PgoPageReport }): JSX.Element {
  const { verdict, meanRatio, targets, isQuick } = report;
  const all = targets.flatMap(({ workloads }) => workloads);
  const failed = targets.filter(({ problem }) => problem !== null).length;
  const trouble =
    failed === 0
      ? ''
      : `; ${failed} of ${targets.length} ${targets.length === 1 ? 'target' : 'targets'} without a result`;
  if (verdict === null || meanRatio === null) {
    return (
      <div class="answer">
        <p class="answer-sentence">No verdict: nothing was compared</p>
        <p class="answer-detail">
          {trouble === '' ? 'No held-out workload ran.' : trouble.slice(2)}
        </p>
      </div>
    );
  }
  const counts = outcomeCounts(all);
  return (
    <div class="answer">
      <p class="answer-sentence" title="The geometric mean over all workloads">
        {verdict === 'mixed' ? 'Optimised by profile the result is ' : 'Optimised by profile: '}
        <VerdictWord word={verdict} />
        {`, ${(1 / meanRatio).toFixed(2)}${narrowSpace}× the speed on average`}
      </p>
      <p class="answer-detail">
        {`${counts.join(', ')} of ${all.length} held-out ${all.length === 1 ? 'workload' : 'workloads'}${trouble}`}
        {isQuick ? '. A quick run: little data and few runs' : ''}
      </p>
    </div>
  );
}

function stripOf({ compiler, commit, dirty, platform, date }: PgoPageReport): Fact[] {
  const shown = new Date(date);
  const when = Number.isNaN(shown.getTime())
    ? { day: safeLine(date), time: '' }
    : { day: shown.toISOString().slice(0, 10), time: `${shown.toISOString().slice(11, 16)} UTC` };
  return [
    { title: 'Compiler', value: safeLine(compiler) },
    {
      title: 'Commit',
      value: commit === '' ? 'none' : safeLine(commit.slice(0, 12)),
      detail: dirty ? 'with changes' : '',
    },
    { title: 'Platform', value: safeLine(platform) },
    { title: 'Date', value: when.day, detail: when.time },
  ];
}
