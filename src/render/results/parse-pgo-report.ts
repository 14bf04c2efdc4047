import { type Interval, type Verdict, verdicts } from '../../analysis/index.ts';
import { ToolError } from '../../base/tool-error.ts';
import type {
  PgoPageBuild,
  PgoPageControl,
  PgoPageCoverage,
  PgoPageFacts,
  PgoPageRatio,
  PgoPageReport,
  PgoPageTarget,
  PgoPageWorkload,
  SuiteWord,
} from './pgo-page.ts';

/** A report as it was written, each field checked: reports come from other machines. */
export function parsePgoReport(value: unknown): PgoPageReport {
  const fields = new Fields(value, 'report');
  return {
    isQuick: fields.boolean('isQuick'),
    compiler: fields.text('compiler'),
    commit: fields.text('commit'),
    dirty: fields.boolean('dirty'),
    platform: fields.text('platform'),
    date: fields.text('date'),
    targets: fields.list('targets', target),
    verdict: fields.maybe('verdict', suiteWord),
    meanRatio: fields.maybe('meanRatio', number),
  };
}

function target(value: unknown, path: string): PgoPageTarget {
  const fields = new Fields(value, path);
  return {
    target: fields.text('target'),
    language: fields.text('language'),
    baseline: fields.maybe('baseline', build),
    optimised: fields.maybe('optimised', build),
    control: fields.maybe('control', build),
    profile: fields.maybe('profile', (given, at) => {
      const profile = new Fields(given, at);
      return { file: profile.text('file'), facts: profile.one('facts', facts) };
    }),
    proof: fields.maybe('proof', text),
    coverage: fields.maybe('coverage', coverage),
    workloads: fields.list('workloads', workload),
    verdict: fields.maybe('verdict', suiteWord),
    problem: fields.maybe('problem', (given, at) => {
      const problem = new Fields(given, at);
      return {
        cause: problem.text('cause'),
        fix: problem.text('fix'),
        isFailure: problem.boolean('isFailure'),
      };
    }),
    warnings: fields.maybe('warnings', (given, at) => list(given, at, text)) ?? [],
  };
}

function build(value: unknown, path: string): PgoPageBuild {
  const fields = new Fields(value, path);
  return { sizeBytes: fields.number('sizeBytes'), buildMs: fields.number('buildMs') };
}

function facts(value: unknown, path: string): PgoPageFacts {
  const fields = new Fields(value, path);
  return {
    samples: fields.number('samples'),
    functions: fields.number('functions'),
    usableShare: fields.number('usableShare'),
    hottest: fields.list('hottest', (given, at) => {
      const hot = new Fields(given, at);
      return { name: hot.text('name'), share: hot.number('share') };
    }),
    unit: fields.maybe('unit', text),
    overlap: fields.maybe('overlap', number),
  };
}

function workload(value: unknown, path: string): PgoPageWorkload {
  const fields = new Fields(value, path);
  return {
    workload: fields.text('workload'),
    verdict: fields.one('verdict', verdict),
    ratio: fields.number('ratio'),
    interval: fields.one('interval', interval),
    noiseFloor: fields.maybe('noiseFloor', interval),
    pValue: fields.number('pValue'),
    runs: fields.number('runs'),
    moreRuns: fields.maybe('moreRuns', number),
    metric: fields.text('metric') === 'wall' ? 'wall' : 'cpu',
    baselineNs: fields.number('baselineNs'),
    optimisedNs: fields.number('optimisedNs'),
    failure: fields.maybe('failure', text),
    control: fields.maybe('control', control),
  };
}

function coverage(value: unknown, path: string): PgoPageCoverage {
  const fields = new Fields(value, path);
  return {
    usedShare: fields.maybe('usedShare', number),
    missing: fields.number('missing'),
    mismatched: fields.number('mismatched'),
  };
}

function control(value: unknown, path: string): PgoPageControl {
  const profile = new Fields(value, path).maybe('profile', timedRatio);
  return { ...timedRatio(value, path), profile };
}

function timedRatio(value: unknown, path: string): PgoPageRatio {
  const fields = new Fields(value, path);
  return {
    ratio: fields.number('ratio'),
    interval: fields.one('interval', interval),
    verdict: fields.one('verdict', verdict),
  };
}

function interval(value: unknown, path: string): Interval {
  const fields = new Fields(value, path);
  return { low: fields.number('low'), high: fields.number('high') };
}

function verdict(value: unknown, path: string): Verdict {
  return verdicts.find((each) => each === value) ?? refuse(path, 'is no verdict');
}

function suiteWord(value: unknown, path: string): SuiteWord {
  return value === 'mixed' ? value : verdict(value, path);
}

function number(value: unknown, path: string): number {
  return typeof value === 'number' ? value : refuse(path, 'is no number');
}

function text(value: unknown, path: string): string {
  return typeof value === 'string' ? value : refuse(path, 'is no text');
}

function list<Each>(
  value: unknown,
  path: string,
  read: (value: unknown, path: string) => Each,
): Each[] {
  if (!Array.isArray(value)) return refuse(path, 'is no list');
  return value.map((each, at) => read(each, `${path}[${at}]`));
}

function refuse(path: string, what: string): never {
  throw new ToolError('malformed-input', `${path} ${what}`, {
    hint: 'give the report.json that plateau pgo writes',
  });
}

/** The fields of an object; what is wrong names its path. */
class Fields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #path: string;

  constructor(value: unknown, path: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      refuse(path, 'is no object');
    }
    this.#values = value as Readonly<Record<string, unknown>>;
    this.#path = path;
  }

  one<Each>(name: string, read: (value: unknown, path: string) => Each): Each {
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
    return read(value, `${this.#path}.${name}`);
  }

  /** Null where the field is null or was not there yet. */
  maybe<Each>(name: string, read: (value: unknown, path: string) => Each): Each | null {
    return this.one(name, (value, path) =>
      value === undefined || value === null ? null : read(value, path),
    );
  }

  list<Each>(name: string, read: (value: unknown, path: string) => Each): Each[] {
    return this.one(name, (value, path) => list(value, path, read));
  }

  text(name: string): string {
    return this.one(name, text);
  }

  number(name: string): number {
    return this.one(name, number);
  }

  boolean(name: string): boolean {
    return this.one(name, (value, path) =>
      typeof value === 'boolean' ? value : refuse(path, 'is neither true nor false'),
    );
  }
}
