import type { JSX } from 'preact';
import { formatPValue } from '../../base/quantity.ts';
import type { ComparedCalls, ComparedCost, ComparedFunction } from '../../explore/index.ts';
import { changeClass } from '../kit/compare/change-class.ts';
import { changeWord } from '../kit/compare/change-text.ts';
import { FunctionName } from '../kit/function-name.tsx';
import { formatChange, formatCount, formatCounted, formatValue } from '../kit/quantity.ts';
import type { App } from './app.ts';

/** Base, new, change, ratio and confidence of the function's total and of its own cost. */
export function ComparedNumbers({ of }: { readonly of: ComparedFunction }): JSX.Element {
  const { total, self, unit } = of;
  const line = (title: string, cell: (cost: ComparedCost) => JSX.Element | string): JSX.Element => (
    <tr>
      <th scope="row">{title}</th>
      <td>{cell(total)}</td>
      <td>{cell(self)}</td>
    </tr>
  );
  return (
    <table class="inspector-numbers inspector-compared">
      <thead>
        <tr>
          <td />
          <th scope="col">Total</th>
          <th scope="col">Self</th>
        </tr>
      </thead>
      <tbody>
        {line('Base', (cost) => side(cost.base, cost.baseSamples, unit))}
        {line('New', (cost) => side(cost.new, cost.newSamples, unit))}
        {line('Change', (cost) => (
          <b class={changeClass(cost.isNoise === true ? 0 : cost.new - cost.base)}>
            {formatChange(cost.new - cost.base, unit)}
          </b>
        ))}
        {line('Ratio', ({ base, new: now }) => changeWord(base, now))}
        {line('Confidence', (cost) => confidence(cost, unit))}
      </tbody>
    </table>
  );
}

function side(value: number, samples: number, unit: string): JSX.Element {
  return <span title={formatCounted(samples, 'sample')}>{formatValue(value, unit)}</span>;
}

function confidence(
  { base, new: now, isNoise, margin, pValue }: ComparedCost,
  unit: string,
): JSX.Element | string {
  if (base === 0 && now === 0) return '';
  if (isNoise === null || pValue === null || margin === null) return 'too few samples';
  if (isNoise) return 'within noise';
  const tip =
    'Half the 95 % interval of the change, and how likely chance alone makes it. Covers sampling noise only.';
  return (
    <span title={tip}>
      ±{formatValue(margin, unit)}
      <br />
      {formatPValue(pValue)}
    </span>
  );
}

interface ComparedCallsProps {
  readonly app: App;
  readonly title: string;
  readonly calls: ComparedCalls;
  readonly unit: string;
}

/** Characters of a name beside its change in the narrowest inspector. */
const nameRoom = 22;

/** Callers or callees by how much of the function's total came or went with them. */
export function ComparedCallsList({
  app,
  title,
  calls,
  unit,
}: ComparedCallsProps): JSX.Element | null {
  if (calls.count === 0) return null;
  const more = calls.count - calls.rows.length;
  const most = Math.max(...calls.rows.map((row) => Math.abs(row.new - row.base)), 0) || 1;
  return (
    <section>
      <h3 class="inspector-title">
        {title} ({formatCount(calls.count)}) <span>change of its total</span>
      </h3>
      <ul class="inspector-calls">
        {calls.rows.map(({ name, module, base, new: now }) => {
          const change = now - base;
          const word = base === 0 ? ' new' : now === 0 ? ' gone' : '';
          return (
            <li key={`${module} ${name}`}>
              <button
                type="button"
                title={`${name}\n${formatValue(base, unit)} → ${formatValue(now, unit)}`}
                onClick={() => app.select({ name, module })}
              >
                <FunctionName name={name} isShort characters={nameRoom - word.length} />
                <span class={changeClass(change)}>
                  {formatChange(change, unit)}
                  {word}
                </span>
                <i
                  class={changeClass(change)}
                  style={{ width: `${((Math.abs(change) / most) * 100).toFixed(1)}%` }}
                />
              </button>
            </li>
          );
        })}
      </ul>
      {more > 0 ? <p class="inspector-rest">and {formatCount(more)} more</p> : null}
    </section>
  );
}
