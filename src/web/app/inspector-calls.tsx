import type { JSX } from 'preact';
import type { InspectedCalls, InspectedFunction } from '../../explore/index.ts';
import { FunctionName } from '../kit/function-name.tsx';
import { formatCount, formatCounted, formatShare, formatValue } from '../kit/quantity.ts';
import type { App } from './app.ts';

interface InspectorCallsProps {
  readonly app: App;
  readonly title: string;
  readonly calls: InspectedCalls;
  readonly of: InspectedFunction;
}

/** Characters of a name beside its share in the narrowest inspector. */
const nameRoom = 27;

/** Callers or callees with the part of the function's total that passes through them. */
export function InspectorCalls({ app, title, calls, of }: InspectorCallsProps): JSX.Element | null {
  if (calls.count === 0) return null;
  const more = calls.count - calls.rows.length;
  return (
    <section>
      <h3 class="inspector-title">
        {title} ({formatCount(calls.count)}) <span>of its total</span>
      </h3>
      <ul class="inspector-calls">
        {calls.rows.map(({ name, module, value, samples }) => {
          const share = of.total === 0 ? 0 : value / of.total;
          return (
            <li key={`${module} ${name}`}>
              <button
                type="button"
                title={`${formatValue(value, of.value.unit)}, ${formatCounted(samples, 'sample')}`}
                onClick={() => app.select({ name, module })}
              >
                <FunctionName name={name} isShort characters={nameRoom} />
                <span>{formatShare(share)}</span>
                <i style={{ width: `${(share * 100).toFixed(1)}%` }} />
              </button>
            </li>
          );
        })}
      </ul>
      {more > 0 ? <p class="inspector-rest">and {formatCount(more)} more</p> : null}
    </section>
  );
}
