import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { SummaryAnswer } from '../../../explore/index.ts';
import { keyFamilies } from '../../../render/index.ts';
import type { App } from '../../app/app.ts';
import { FamilySwatch } from '../../kit/family-swatch.tsx';
import type { GridColumn } from '../../kit/grid/column.ts';
import { DataGrid } from '../../kit/grid/data-grid.tsx';
import { MeasureBar } from '../../kit/measure-bar.tsx';
import { formatShare, formatValue } from '../../kit/quantity.ts';
import { exactly } from '../../state/plain-search.ts';
import { Card } from './card.tsx';

const columns: readonly GridColumn[] = [
  { id: 'name', title: 'Module', isRowHeader: true },
  { id: 'bar', title: '', width: 120, minimumGridWidth: 360 },
  { id: 'share', title: 'Self', width: 68, align: 'end' },
  { id: 'value', title: 'Value', width: 76, align: 'end' },
];

const shownRows = 8;

/** Self by image. One leads to its functions. */
export function Modules({
  app,
  answer,
}: {
  readonly app: App;
  readonly answer: SummaryAnswer;
}): JSX.Element | null {
  const { modules } = answer;
  const renderCell = useMemo(() => cellRenderer(answer), [answer]);
  const at = useSignal(-1);
  const show = (row: number): void => {
    const name = modules[row]?.name ?? '';
    if (name === '') return;
    app.change({ view: 'top-functions', by: 'functions', search: exactly(name) }, 'push');
  };
  if (modules.length === 0) return null;
  return (
    <Card title="Modules" aside="self">
      <div class="summary-list" style={{ '--summary-rows': Math.min(modules.length, shownRows) }}>
        <DataGrid
          label="Modules"
          hasHeader={false}
          rowCount={modules.length}
          columns={columns}
          renderCell={renderCell}
          selectedRow={at.value}
          onSelect={(row) => {
            at.value = row;
          }}
          onPress={show}
          onActivate={show}
          rowText={(row) => modules[row]?.name ?? ''}
        />
      </div>
    </Card>
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
