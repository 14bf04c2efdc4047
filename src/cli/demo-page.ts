import { scaledLabel } from '../base/units.ts';
import type { Profile } from '../profile/index.ts';
import { type ReportFact, type ReportRow, renderHtmlReport } from '../render/index.ts';
import { type DemoFiles, demoSteps, widestSentence } from './demo-answer.ts';
import type { DemoResult } from './demo-result.ts';

/** Functions below this share of the time are the noise of starting and ending. */
const smallestShare = 0.005;

export interface DemoPage {
  readonly profile: Profile;
  readonly result: DemoResult;
  readonly files: DemoFiles;
  readonly title: string;
  readonly svg: string;
  /** What took the samples. */
  readonly engine: string;
}

/** The answer as one offline page. */
export function demoPage({ profile, result, files, title, svg, engine }: DemoPage): string {
  return renderHtmlReport({
    title,
    answer: widestSentence(result, (name) => name),
    facts: facts(profile, result, engine),
    rows: rows(result),
    svg,
    next: demoSteps(result, files).map(({ line }) => line),
  });
}

function facts(
  { meta }: Profile,
  { samples, total, findings }: DemoResult,
  engine: string,
): ReportFact[] {
  return [
    { name: 'Samples', value: String(samples) },
    { name: 'CPU time', value: nanoseconds(total) },
    { name: 'Duration', value: nanoseconds(meta.durationNs) },
    { name: 'Sampled every', value: nanoseconds(periodNs(meta.period, total, samples)) },
    { name: 'Recorded by', value: `${meta.producer}, with ${engine}` },
    ...meta.health.diagnostics.map(({ message, count }) => ({
      name: 'Note',
      value: count === 1 ? message : `${message} (${count})`,
      isWarning: true,
    })),
    ...findings.map(({ finding }) => ({
      name: finding.name,
      value: `${finding.why}; fix: ${finding.fix}`,
    })),
  ];
}

/** A recording at a frequency has no one period; the time behind a sample is their mean. */
function periodNs(period: number, total: number, samples: number): number {
  return period > 0 ? period : total / Math.max(1, samples);
}

function rows({ rows, total }: DemoResult): ReportRow[] {
  const large = rows.filter((row) => row.flat >= smallestShare * total);
  return large.map((row) => {
    const { name, file } = row.info;
    return {
      name,
      place: file.slice(file.lastIndexOf('/') + 1),
      self: nanoseconds(row.flat),
      total: nanoseconds(row.cum),
      samples: String(row.cumSamples),
      selfShare: row.flat / total,
      totalShare: row.cum / total,
    };
  });
}

function nanoseconds(value: number): string {
  return scaledLabel(value, 'nanoseconds', 'minimum');
}
