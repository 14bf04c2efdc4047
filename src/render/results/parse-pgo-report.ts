import { type Interval, type Verdict, verdicts } from '../../analysis/index.ts';
import { JsonFields, jsonList, jsonNumber, jsonText, refuseJson } from '../../base/json-fields.ts';
import type {
  PgoPageBuild,
  PgoPageControl,
  PgoPageCoverage,
  PgoPageFacts,
  PgoPageOverlap,
  PgoPageRatio,
  PgoPageReport,
  PgoPageTarget,
  PgoPageWorkload,
  SuiteWord,
} from './pgo-page.ts';

/**
 * A report as it was written, each field checked: reports come from other machines. Where files lay on the machine
 * that made it is left out.
 */
export function parsePgoReport(value: unknown): PgoPageReport {
  const fields = new JsonFields(value, 'report');
  return {
    isQuick: fields.boolean('isQuick'),
    compiler: fields.text('compiler'),
    commit: fields.text('commit'),
    dirty: fields.boolean('dirty'),
    platform: fields.text('platform'),
    date: fields.text('date'),
    targets: fields.list('targets', target),
    verdict: fields.maybe('verdict', suiteWord),
    meanRatio: fields.maybe('meanRatio', jsonNumber),
  };
}

function target(value: unknown, path: string): PgoPageTarget {
  const fields = new JsonFields(value, path);
  return {
    target: fields.text('target'),
    language: fields.text('language'),
    baseline: fields.maybe('baseline', build),
    optimised: fields.maybe('optimised', build),
    control: fields.maybe('control', build),
    profile: fields.maybe('profile', (given, at) => ({
      facts: new JsonFields(given, at).one('facts', facts),
    })),
    proof: fields.maybe('proof', proof),
    coverage: fields.maybe('coverage', coverage),
    workloads: fields.list('workloads', workload),
    verdict: fields.maybe('verdict', suiteWord),
    problem: fields.maybe('problem', (given, at) => {
      const problem = new JsonFields(given, at);
      return {
        cause: problem.text('cause'),
        fix: problem.text('fix'),
        isFailure: problem.boolean('isFailure'),
      };
    }),
    overlap: fields.maybe('overlap', (given, at) => jsonList(given, at, overlap)) ?? [],
    staleness: fields.maybe('staleness', (given, at) => ({
      lost: new JsonFields(given, at).number('lost'),
    })),
    warnings: fields.maybe('warnings', (given, at) => jsonList(given, at, jsonText)) ?? [],
  };
}

/** The line as the compiler has it, without the folders of the machine that it ran on. */
function proof(value: unknown, path: string): string {
  return jsonText(value, path)
    .replace(/\/(?:[^\s/=:]+\/)+/g, '…/')
    .replace(/\s+/g, ' ');
}

function build(value: unknown, path: string): PgoPageBuild {
  const fields = new JsonFields(value, path);
  return { sizeBytes: fields.number('sizeBytes'), buildMs: fields.number('buildMs') };
}

function facts(value: unknown, path: string): PgoPageFacts {
  const fields = new JsonFields(value, path);
  return {
    samples: fields.number('samples'),
    functions: fields.number('functions'),
    usableShare: fields.number('usableShare'),
    hottest: fields.list('hottest', (given, at) => {
      const hot = new JsonFields(given, at);
      return { name: hot.text('name'), share: hot.number('share') };
    }),
    unit: fields.maybe('unit', jsonText),
    instrumented: fields.maybe('instrumented', jsonNumber),
  };
}

function workload(value: unknown, path: string): PgoPageWorkload {
  const fields = new JsonFields(value, path);
  return {
    workload: fields.text('workload'),
    verdict: fields.one('verdict', verdict),
    ratio: fields.number('ratio'),
    interval: fields.one('interval', interval),
    noiseFloor: fields.maybe('noiseFloor', interval),
    pValue: fields.number('pValue'),
    runs: fields.number('runs'),
    moreRuns: fields.maybe('moreRuns', jsonNumber),
    metric: fields.text('metric') === 'wall' ? 'wall' : 'cpu',
    baselineNs: fields.number('baselineNs'),
    optimisedNs: fields.number('optimisedNs'),
    failure: fields.maybe('failure', jsonText),
    control: fields.maybe('control', control),
    bolt: fields.maybe('bolt', timedRatio),
    margin: fields.maybe('margin', jsonNumber),
  };
}

function overlap(value: unknown, path: string): PgoPageOverlap {
  const fields = new JsonFields(value, path);
  return {
    workload: fields.text('workload'),
    runs: fields.number('runs'),
    least: fields.number('least'),
    mean: fields.number('mean'),
  };
}

function coverage(value: unknown, path: string): PgoPageCoverage {
  const fields = new JsonFields(value, path);
  return {
    usedShare: fields.maybe('usedShare', jsonNumber),
    missing: fields.number('missing'),
    mismatched: fields.number('mismatched'),
  };
}

function control(value: unknown, path: string): PgoPageControl {
  const profile = new JsonFields(value, path).maybe('profile', timedRatio);
  return { ...timedRatio(value, path), profile };
}

function timedRatio(value: unknown, path: string): PgoPageRatio {
  const fields = new JsonFields(value, path);
  return {
    ratio: fields.number('ratio'),
    interval: fields.one('interval', interval),
    verdict: fields.one('verdict', verdict),
  };
}

function interval(value: unknown, path: string): Interval {
  const fields = new JsonFields(value, path);
  return { low: fields.number('low'), high: fields.number('high') };
}

function verdict(value: unknown, path: string): Verdict {
  return verdicts.find((each) => each === value) ?? refuseJson(path, 'is no verdict');
}

function suiteWord(value: unknown, path: string): SuiteWord {
  return value === 'mixed' ? value : verdict(value, path);
}
