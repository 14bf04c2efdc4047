import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type {
  ComparedNeighbour,
  ComparedSourceLine,
  LineNeighbour,
  SourceLineAnswer,
} from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { changeClass } from '../../kit/compare/change-class.ts';
import { changeSentence, changeWord } from '../../kit/compare/change-text.ts';
import { comparisonOf } from '../../kit/compare/sides.ts';
import { FunctionName } from '../../kit/function-name.tsx';
import { formatChange, formatCounted, formatShare, formatValue } from '../../kit/quantity.ts';
import { goToCallerLine } from './caller-line.ts';
import type { ShownSource } from './use-source.ts';
import '../../kit/action-grid.css';
import '../../kit/code/code-facts.css';

interface LineFactsProps {
  readonly app: App;
  readonly answer: ShownSource | null;
  readonly line: number;
}

type ShownLine = SourceLineAnswer | ComparedSourceLine;

/** What is known of the line: its cost, what it calls, where it is reached from. */
export function LineFacts({ app, answer, line }: LineFactsProps): JSX.Element {
  const file = answer?.file ?? '';
  const shownSide = answer !== null && 'base' in answer ? answer.shownSide : 'new';
  const at = useSignal({ file, line, shownSide });
  useLayoutEffect(() => {
    at.value = { file, line, shownSide };
  }, [file, line, shownSide]);
  const isCompared = app.baseScope.value !== null;
  const plain = useAnswer(app.engine, 'sourceLine', () => {
    const { file: of, line: number } = at.value;
    if (of === '' || number < 1 || app.baseScope.value !== null) return null;
    return { scope: app.scope.value, file: of, line: number };
  });
  const both = useAnswer(app.engine, 'compareSourceLine', () => {
    const sides = comparisonOf(app);
    if (sides === null || at.value.file === '' || at.value.line < 1) return null;
    return { ...sides, ...at.value };
  });
  const facts: ShownLine | null = isCompared ? both.value.answer : plain.value.answer;
  return (
    <aside class="code-facts source-facts" aria-label="Line">
      {facts === null || file === '' ? null : <Facts app={app} facts={facts} />}
    </aside>
  );
}

function Facts({ app, facts }: { readonly app: App; readonly facts: ShownLine }): JSX.Element {
  const { unit, line, name, module } = facts;
  const callees: readonly ShownNeighbour[] = facts.callees;
  const inlined = callees.filter(({ isInlined }) => isInlined);
  const called = callees.filter(({ isInlined }) => !isInlined);
  const isNothing = facts.total === 0 && (!('base' in facts) || facts.base.total === 0);
  const shared = { app, unit, of: facts.total };
  return (
    <>
      <h2>Line {line}</h2>
      {name === '' ? null : (
        <p class="code-facts-name">
          <FunctionName name={name} />
        </p>
      )}
      <dl class="source-facts-costs">
        <Cost title="Self" of="self" facts={facts} />
        <Cost title="Total" of="total" facts={facts} />
      </dl>
      {'base' in facts && facts.otherLine === 0 ? (
        <p class="source-facts-none">The other side’s text has no such line.</p>
      ) : null}
      {isNothing ? <p class="source-facts-none">No sample stands in this line.</p> : null}
      <Neighbours {...shared} title="Inlined here" rows={inlined} toLine={false} />
      <Neighbours {...shared} title="Calls" rows={called} toLine={false} />
      <Neighbours {...shared} title="Reached from" rows={facts.callers} toLine />
      <div class="action-grid source-facts-actions">
        <Action
          title="Assembly"
          keyName="a"
          run={() => app.change(assemblyOf(app, name, module), 'push')}
        />
        <Action title="Caller’s line" keyName="u" run={() => void goToCallerLine(app)} />
        <Action
          title="Copy place"
          keyName=""
          run={() => app.copy(`${facts.file}:${line}`, 'Place')}
        />
      </div>
    </>
  );
}

function assemblyOf(
  app: App,
  name: string,
  module: string,
): { view: 'assembly'; selected: { name: string; module: string } | null; address: null } {
  const { selected } = app.state.value;
  return { view: 'assembly', selected: name === '' ? selected : { name, module }, address: null };
}

interface CostProps {
  readonly title: string;
  readonly of: 'self' | 'total';
  readonly facts: ShownLine;
}

function Cost({ title, of, facts }: CostProps): JSX.Element {
  const { whole, unit } = facts;
  const value = facts[of];
  if ('base' in facts) {
    const base = facts.base[of];
    return (
      <div class="source-facts-compared">
        <dt>{title}</dt>
        <dd>
          {formatValue(base, unit)} → {formatValue(value, unit)}
        </dd>
        <dd>
          <b class={changeClass(value - base)}>{formatChange(value - base, unit)}</b>
        </dd>
        <dd>{changeWord(base, value)}</dd>
      </div>
    );
  }
  const samples = of === 'self' ? facts.selfSamples : facts.totalSamples;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <b>{formatShare(whole.value === 0 ? 0 : value / whole.value)}</b>
      </dd>
      <dd>{formatValue(value, unit)}</dd>
      <dd>{formatCounted(samples, 'sample')}</dd>
    </div>
  );
}

type ShownNeighbour = LineNeighbour | ComparedNeighbour;

interface NeighboursProps {
  readonly app: App;
  readonly title: string;
  readonly of: number;
  readonly rows: readonly ShownNeighbour[];
  readonly unit: string;
  /** Whether a press goes to the calling line, else to the function. */
  readonly toLine: boolean;
}

function Neighbours({ app, title, of, rows, unit, toLine }: NeighboursProps): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <section class="source-facts-group">
      <h3 class="code-facts-heading">
        {title}
        <span>{rows.some((row) => 'base' in row) ? 'change' : 'of the line'}</span>
      </h3>
      <ul>
        {rows.map((row) => (
          <li key={`${row.name} ${row.module} ${row.line}`}>
            <button
              type="button"
              title={row.file === '' ? row.name : `${row.name}\n${row.file}:${row.line}`}
              onClick={() =>
                app.change(
                  {
                    selected: { name: row.name, module: row.module },
                    line: toLine && row.line > 0 ? row.line : null,
                  },
                  'push',
                )
              }
            >
              <FunctionName name={row.name} characters={26} />
              <NeighbourCost row={row} of={of} unit={unit} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NeighbourCost(props: {
  readonly row: ShownNeighbour;
  readonly of: number;
  readonly unit: string;
}): JSX.Element {
  const { row, of, unit } = props;
  if ('base' in row) {
    const change = row.total - row.base;
    return (
      <span class={changeClass(change)} title={changeSentence(row.base, row.total, unit)}>
        {formatChange(change, unit)}
      </span>
    );
  }
  return (
    <>
      <span>{formatShare(of === 0 ? 0 : row.total / of)}</span>
      <i style={{ width: `${of === 0 ? 0 : (row.total / of) * 100}%` }} />
    </>
  );
}

function Action({
  title,
  keyName,
  run,
}: {
  readonly title: string;
  readonly keyName: string;
  readonly run: () => void;
}): JSX.Element {
  return (
    <button type="button" onClick={run}>
      {title}
      {keyName === '' ? null : <kbd>{keyName}</kbd>}
    </button>
  );
}
