import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { LineNeighbour, SourceLineAnswer } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { FunctionName } from '../../kit/function-name.tsx';
import { formatCounted, formatShare, formatValue } from '../../kit/quantity.ts';
import { goToCallerLine } from './caller-line.ts';
import '../../kit/action-grid.css';

interface LineFactsProps {
  readonly app: App;
  readonly file: string;
  readonly line: number;
}

/** What is known of the line: its cost, what it calls, where it is reached from. */
export function LineFacts({ app, file, line }: LineFactsProps): JSX.Element {
  const at = useSignal({ file, line });
  useLayoutEffect(() => {
    at.value = { file, line };
  }, [file, line]);
  const answered = useAnswer(app.engine, 'sourceLine', () =>
    at.value.file === '' || at.value.line < 1 ? null : { scope: app.scope.value, ...at.value },
  );
  const facts = useComputed(() => answered.value.answer).value;
  return (
    <aside class="source-facts" aria-label="Line">
      {facts === null || file === '' ? null : <Facts app={app} facts={facts} />}
    </aside>
  );
}

function Facts({
  app,
  facts,
}: {
  readonly app: App;
  readonly facts: SourceLineAnswer;
}): JSX.Element {
  const { whole, unit, line, name, module } = facts;
  const inlined = facts.callees.filter(({ isInlined }) => isInlined);
  const called = facts.callees.filter(({ isInlined }) => !isInlined);
  return (
    <>
      <h2>Line {line}</h2>
      {name === '' ? null : (
        <p class="source-facts-name">
          <FunctionName name={name} />
        </p>
      )}
      <dl class="source-facts-costs">
        <Cost
          title="Self"
          value={facts.self}
          samples={facts.selfSamples}
          whole={whole.value}
          unit={unit}
        />
        <Cost
          title="Total"
          value={facts.total}
          samples={facts.totalSamples}
          whole={whole.value}
          unit={unit}
        />
      </dl>
      {facts.total === 0 ? <p class="source-facts-none">No sample stands in this line.</p> : null}
      <Neighbours app={app} title="Inlined here" of={facts.total} rows={inlined} toLine={false} />
      <Neighbours app={app} title="Calls" of={facts.total} rows={called} toLine={false} />
      <Neighbours app={app} title="Reached from" of={facts.total} rows={facts.callers} toLine />
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
  readonly value: number;
  readonly samples: number;
  readonly whole: number;
  readonly unit: string;
}

function Cost({ title, value, samples, whole, unit }: CostProps): JSX.Element {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <b>{formatShare(whole === 0 ? 0 : value / whole)}</b>
      </dd>
      <dd>{formatValue(value, unit)}</dd>
      <dd>{formatCounted(samples, 'sample')}</dd>
    </div>
  );
}

interface NeighboursProps {
  readonly app: App;
  readonly title: string;
  readonly of: number;
  readonly rows: readonly LineNeighbour[];
  /** Whether a press goes to the calling line, else to the function. */
  readonly toLine: boolean;
}

function Neighbours({ app, title, of, rows, toLine }: NeighboursProps): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <section class="source-facts-group">
      <h3>
        {title}
        <span>of the line</span>
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
              <span>{formatShare(of === 0 ? 0 : row.total / of)}</span>
              <i style={{ width: `${of === 0 ? 0 : (row.total / of) * 100}%` }} />
            </button>
          </li>
        ))}
      </ul>
    </section>
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
