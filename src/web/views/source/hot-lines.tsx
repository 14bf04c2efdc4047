import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { lineCostsOf } from '../../kit/code/line-costs.ts';
import type { ShownSource } from './use-source.ts';

interface HotLinesProps {
  readonly answer: ShownSource;
  readonly text: string | null;
  readonly line: number;
  readonly onLine: (line: number) => void;
}

/** More are reached by moving. */
const mostRows = 300;

/** The lines with costs as a table, for screen readers: the editor draws only what is in view. */
export function HotLines({ answer, text, line, onLine }: HotLinesProps): JSX.Element {
  const costs = useMemo(() => [...lineCostsOf(answer)].slice(0, mostRows), [answer]);
  const lines = useMemo(() => text?.split('\n') ?? [], [text]);
  return (
    <div class="unseen" role="grid" aria-label="Lines with costs" aria-rowcount={costs.length + 1}>
      <div role="row">
        <span role="columnheader">Line</span>
        <span role="columnheader">{'base' in answer ? 'Self change' : 'Self'}</span>
        <span role="columnheader">{'base' in answer ? 'Total change' : 'Total'}</span>
        <span role="columnheader">Text</span>
      </div>
      {costs.map(([number, cost]) => (
        <div key={number} role="row" aria-selected={number === line} onClick={() => onLine(number)}>
          <span role="rowheader">{number}</span>
          <span role="gridcell" title={cost.title}>
            {cost.self}
          </span>
          <span role="gridcell" title={cost.title}>
            {cost.total}
          </span>
          <span role="gridcell">{lines[number - 1] ?? ''}</span>
        </div>
      ))}
    </div>
  );
}
