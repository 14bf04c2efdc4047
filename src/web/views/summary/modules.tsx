import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { SummaryAnswer } from '../../../explore/index.ts';
import { keyFamilies } from '../../../render/index.ts';
import type { App } from '../../app/app.ts';
import { FamilySwatch } from '../../kit/family-swatch.tsx';
import type { GridColumn } from '../../kit/grid/column.ts';
import { MeasureBar } from '../../kit/measure-bar.tsx';
import { formatShare, formatValue } from '../../kit/quantity.ts';
import { exactly } from '../../state/plain-search.ts';
import { PressList } from './press-list.tsx';

const columns: readonly GridColumn[] = [
  { id: 'name', title: 'Module', isRowHeader: true },
  { id: 'bar', title: '', width: 120, minimumGridWidth: 360 },
  { id: 'share', title: 'Self', width: 68, align: 'end' },
  { id: 'value', title: 'Value', width: 76, align: 'end' },
];

interface ModulesProps {
  readonly app: App;
  readonly answer: SummaryAnswer;
}

/** Self by image. One leads to its functions. */
export function Modules({ app, answer }: ModulesProps): JSX.Element | null {
  const { modules } = answer;
  const renderCell = useMemo(() => cellRenderer(answer), [answer]);
  const show = (row: number): void => {
    const name = modules[row]?.name ?? '';
    if (name === '') return;
    app.change({ view: 'top-functions', by: 'functions', search: exactly(name) }, 'push');
  };
  // Formats that know no images have nothing to list.
  if (modules.every(({ name }) => name === '')) return null;
  return (
    <PressList
      title="Modules"
      aside="self"
      columns={columns}
      rowCount={modules.length}
      renderCell={renderCell}
      rowText={(row) => modules[row]?.name ?? ''}
      onPress={show}
    />
  );
}

function cellRenderer(answer: SummaryAnswer): (row: number, column: string) => ComponentChildren {
  const longest = answer.modules[0]?.self ?? 1;
  return (row, column) => {
    const module = answer.modules[row];
    if (module === undefined) return null;
    switch (column) {
      case 'name':
        return (
          <span class="summary-name" title={module.name}>
            <FamilySwatch family={keyFamilies[module.family] ?? 'neutral'} />
            <span class="grid-strong">{module.name === '' ? 'unknown' : module.name}</span>
          </span>
        );
      case 'bar':
        return <MeasureBar self={module.self / longest} total={0} />;
      case 'share':
        return <span class="grid-strong">{formatShare(module.self / answer.whole)}</span>;
      default:
        return formatValue(module.self, answer.value.unit);
    }
  };
}
