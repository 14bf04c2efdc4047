import type { JSX } from 'preact';
import { signed } from '../../base/quantity.ts';
import { safeLine } from '../../base/terminal-text.ts';
import type {
  PgoPageCoverage,
  PgoPageFacts,
  PgoPageTarget,
} from '../../render/results/pgo-page.ts';
import { FunctionName } from '../kit/function-name.tsx';
import { formatCount, formatShare, formatValue, narrowSpace } from '../kit/quantity.ts';
import { VerdictWord } from './verdict-word.tsx';
import './target-card.css';

const mostHot = 6;

/** One program: what its profile holds, what the build cost, what went wrong. */
export function TargetCard({ target }: { readonly target: PgoPageTarget }): JSX.Element {
  const { problem, profile, proof, optimised, verdict, warnings = [] } = target;
  return (
    <section class="target-card" aria-label={`Target ${safeLine(target.target)}`}>
      <header class="target-card-head">
        <h2>{safeLine(target.target)}</h2>
        <span>{safeLine(target.language)}</span>
        {verdict === null ? null : <VerdictWord word={verdict} />}
      </header>
      {problem === null ? null : (
        <div class="target-card-problem" role="note">
          <p>
            <b>{problem.isFailure ? 'Failed' : 'No profile'}:</b>{' '}
            {problem.cause.split('\n').map(safeLine).join('\n')}
          </p>
          <p>
            <b>Try:</b> {safeLine(problem.fix)}
          </p>
        </div>
      )}
      {warnings.map((warning) => (
        <p key={warning} class="target-card-warning">
          {safeLine(warning)}
        </p>
      ))}
      {optimised === null ? null : <Builds target={target} />}
      <Profile facts={profile?.facts ?? null} target={target} />
      {proof === null ? null : (
        <p class="target-card-proof">
          <span>The compiler used it:</span> <code>{safeLine(proof)}</code>
        </p>
      )}
    </section>
  );
}

/** Size and time of every build. */
function Builds({ target }: { readonly target: PgoPageTarget }): JSX.Element {
  const builds = (
    [
      ['Baseline', target.baseline],
      ['Control', target.control ?? null],
      ['Optimised', target.optimised],
    ] as const
  ).flatMap(([name, build]) => (build === null ? [] : [{ name, build }]));
  const base = target.baseline;
  return (
    <table class="target-card-builds" aria-label="Builds">
      <thead>
        <tr>
          <th scope="col">Build</th>
          <th scope="col">Size</th>
          <th scope="col" class="target-card-change" aria-label="Change of size" />
          <th scope="col">Time to build</th>
          <th scope="col" class="target-card-change" aria-label="Change of time" />
        </tr>
      </thead>
      <tbody>
        {builds.map(({ name, build }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatValue(build.sizeBytes, 'bytes')}</td>
            <td class="target-card-change">{change(build.sizeBytes, base?.sizeBytes)}</td>
            <td>{formatValue(build.buildMs * 1e6, 'nanoseconds')}</td>
            <td class="target-card-change">{change(build.buildMs, base?.buildMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `+6.3 %`, or `28 ×` where a share would be no number to read. */
function change(now: number, before: number | undefined): string {
  if (before === undefined || before === 0 || now === before) return '';
  const share = now / before - 1;
  if (share >= 1) return `${(share + 1).toFixed(share < 9 ? 1 : 0)}${narrowSpace}×`;
  return signed(`${(Math.abs(share) * 100).toFixed(1)}${narrowSpace}%`, share);
}

interface ProfileProps {
  /** Null where the profile was kept from before: how it fits is known all the same. */
  readonly facts: PgoPageFacts | null;
  readonly target: PgoPageTarget;
}

function Profile({ facts, target }: ProfileProps): JSX.Element | null {
  const hottest = facts?.hottest ?? [];
  const most = hottest[0]?.share ?? 1;
  const shares = [
    ...(facts === null ? [] : profileFacts(facts)),
    ...coverageFacts(target.coverage ?? null),
    ...sharesOf(target),
  ];
  if (shares.length === 0) return null;
  return (
    <div class="target-card-profile">
      <h3>Profile</h3>
      <p class="target-card-facts">
        {shares.map(([value, title]) => (
          <span key={title}>
            <b>{value}</b> {title}
          </span>
        ))}
      </p>
      {hottest.length === 0 ? null : (
        <ol aria-label="Hottest functions">
          {hottest.slice(0, mostHot).map(({ name, share }, index) => (
            <li key={index}>
              <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect width={most > 0 ? (share / most) * 100 : 0} height="4" />
              </svg>
              <FunctionName name={safeLine(name)} characters={44} />
              <span>{formatShare(share)}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function profileFacts(facts: PgoPageFacts): [value: string, title: string][] {
  const { samples, unit, usableShare } = facts;
  return [
    [formatCount(samples), safeLine(unit ?? (samples === 1 ? 'sample' : 'samples'))],
    functionsFact(facts),
    [formatShare(usableShare), 'usable'],
  ];
}

function functionsFact({ functions, instrumented }: PgoPageFacts): [value: string, title: string] {
  if (instrumented == null)
    return [formatCount(functions), functions === 1 ? 'function' : 'functions'];
  return [`${formatCount(functions)} of ${formatCount(instrumented)}`, 'functions ran'];
}

/** How alike training runs were, and what the profile has lost since. */
function sharesOf({ overlap = [], staleness }: PgoPageTarget): [value: string, title: string][] {
  return [
    ...overlap.map(({ workload, runs, least, mean }): [string, string] => {
      const lowest = runs > 2 ? `, at least ${formatShare(least)}` : '';
      return [formatShare(mean), `alike in ${runs} runs of ${safeLine(workload)}${lowest}`];
    }),
    ...(staleness == null
      ? []
      : [[formatShare(staleness.lost), 'of its weight lost since'] as [string, string]]),
  ];
}

function coverageFacts(coverage: PgoPageCoverage | null): [value: string, title: string][] {
  if (coverage === null) return [];
  const { usedShare, missing, mismatched } = coverage;
  return [
    ...(usedShare === null
      ? []
      : [[formatShare(usedShare), 'of its weight used'] as [string, string]]),
    ...(missing === 0
      ? []
      : [[formatCount(missing), 'functions without a profile'] as [string, string]]),
    ...(mismatched === 0
      ? []
      : [[formatCount(mismatched), 'functions changed since'] as [string, string]]),
  ];
}
