import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatPValue } from '../../base/quantity.ts';
import { safeLine } from '../../base/terminal-text.ts';
import type { FunctionChange, FunctionChanges } from '../../render/results/bench-page.ts';
import { FunctionName } from '../kit/function-name.tsx';
import { formatChange, formatCounted, formatValue, nothing } from '../kit/quantity.ts';
import { SectionCard } from './section-card.tsx';
import { SortedTable, type TableColumn } from './sorted-table.tsx';
import './functions-table.css';

/** Which functions made the difference, from recordings of both commands. */
export function FunctionsTable({
  functions,
}: {
  readonly functions: FunctionChanges;
}): JSX.Element {
  const { rows, unit, recordings } = functions;
  const byChange = useMemo(
    () =>
      rows
        .filter((row) => row.base > 0 || row.new > 0)
        .toSorted((a, b) => Math.abs(b.delta) - Math.abs(a.delta)),
    [rows],
  );
  const columns = useMemo(() => columnsOf(unit, byChange), [unit, byChange]);
  const each = recordings === 1 ? 'one recording' : `the mean of ${recordings} recordings`;
  return (
    <SectionCard
      title="By function"
      text={`From ${each} of each command, not the timed runs; ${functions.measure} time.`}
    >
      <SortedTable label="Functions" columns={columns} rows={byChange} most={15} />
    </SectionCard>
  );
}

function columnsOf(unit: string, rows: readonly FunctionChange[]): TableColumn<FunctionChange>[] {
  const most = rows.reduce((high, { delta }) => Math.max(high, Math.abs(delta)), 0);
  return [
    {
      key: 'name',
      title: 'Function',
      align: 'start',
      sortBy: ({ name }) => name,
      cell: ({ name, module }) => (
        <span class="functions-table-name" title={safeLine(`${name} ${module}`)}>
          <FunctionName name={safeLine(name)} characters={60} />
        </span>
      ),
    },
    {
      key: 'base',
      title: 'Base',
      isExtra: true,
      sortBy: ({ base }) => base,
      cell: ({ base }) => (base === 0 ? nothing : formatValue(base, unit)),
    },
    {
      key: 'new',
      title: 'New',
      isExtra: true,
      sortBy: (row) => row.new,
      cell: (row) => (row.new === 0 ? nothing : formatValue(row.new, unit)),
    },
    {
      key: 'change',
      title: 'Change',
      sortBy: ({ delta }) => delta,
      cell: (row) => <Change row={row} unit={unit} most={most} />,
    },
    {
      key: 'certainty',
      title: 'Certainty',
      align: 'start',
      isExtra: true,
      sortBy: ({ pValue }) => pValue ?? 1,
      cell: certaintyOf,
    },
    {
      key: 'samples',
      title: 'Samples',
      isExtra: true,
      sortBy: ({ baseSamples, newSamples }) => baseSamples + newSamples,
      cell: ({ baseSamples, newSamples }) =>
        `${formatCounted(baseSamples, '', '').trim()} → ${formatCounted(newSamples, '', '').trim()}`,
    },
  ];
}

function certaintyOf({ noise, pValue, status }: FunctionChange): string {
  const word =
    noise === true ? 'within noise' : noise === false ? 'beyond noise' : 'too few samples';
  const side = { removed: 'gone', added: 'new' }[status] ?? '';
  return [word, side, pValue === null ? '' : formatPValue(pValue)]
    .filter((part) => part !== '')
    .join(', ');
}

interface ChangeProps {
  readonly row: FunctionChange;
  readonly unit: string;
  readonly most: number;
}

/** The number, and a bar from the middle: blue to the left shrank, orange to the right grew. */
function Change({ row: { delta, noise }, unit, most }: ChangeProps): JSX.Element {
  const side = noise === true || delta === 0 ? 'same' : delta < 0 ? 'less' : 'more';
  const breadth = most === 0 ? 0 : (Math.abs(delta) / most) * 50;
  return (
    <span class="functions-table-change">
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect
          class={`functions-table-${side}`}
          x={delta < 0 ? 50 - breadth : 50}
          y="0"
          width={breadth}
          height="10"
        />
        <path d="M50 0v10" />
      </svg>
      <b>{formatChange(delta, unit)}</b>
    </span>
  );
}
