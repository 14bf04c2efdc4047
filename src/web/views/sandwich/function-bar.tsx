import type { JSX } from 'preact';
import { NameList, type Sandwich } from '../../../explore/index.ts';
import { formatCounted, formatShare, formatValue } from '../../kit/quantity.ts';

/** The function itself, with its exact numbers. */
export function FunctionBar({ sandwich }: { readonly sandwich: Sandwich }): JSX.Element {
  const { key, keys, total, self, whole, totalSamples, value } = sandwich;
  const isCount = value.unit === 'count' || value.unit === '';
  const numbers = (of: number): string =>
    isCount
      ? formatShare(of / (whole || 1))
      : `${formatShare(of / (whole || 1))} · ${formatValue(of, value.unit)}`;
  return (
    <section class="sandwich-function" aria-label="The function">
      <code title={new NameList(keys.names).at(key)}>{new NameList(keys.names).at(key)}</code>
      <span>total {numbers(total)}</span>
      <span>self {numbers(self)}</span>
      <span>{formatCounted(totalSamples, 'sample')}</span>
    </section>
  );
}
