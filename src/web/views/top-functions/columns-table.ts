import type { TreeGranularity } from '../../../analysis/index.ts';
import type { GridColumn } from '../../kit/grid/column.ts';

const titles: Readonly<Record<TreeGranularity, string>> = {
  functions: 'Function',
  modules: 'Module',
  lines: 'Line',
  files: 'File',
};

/** The columns for what is ranked. Narrow tables keep the name and two numbers. */
export function columnsBy(by: TreeGranularity, unitTitle: string): readonly GridColumn[] {
  const columns: readonly GridColumn[] = [
    { id: 'name', title: titles[by], sort: 'ascending', isRowHeader: true },
    {
      id: 'bar',
      title: '',
      width: 128,
      minimumGridWidth: 701,
      tip: 'Dark: self. Light: total.',
    },
    {
      id: 'self',
      title: 'Self %',
      width: 80,
      align: 'end',
      sort: 'descending',
      tip: `Share of all ${unitTitle} that it took itself`,
    },
    {
      id: 'self-value',
      title: 'Self',
      width: 84,
      align: 'end',
      minimumGridWidth: 701,
      tip: `${unitTitle} that it took itself`,
    },
    {
      id: 'total',
      title: 'Total %',
      width: 80,
      align: 'end',
      sort: 'descending',
      tip: `Share of all ${unitTitle} that it and what it calls took`,
    },
    {
      id: 'total-value',
      title: 'Total',
      width: 84,
      align: 'end',
      minimumGridWidth: 780,
      tip: `${unitTitle} that it and what it calls took`,
    },
    {
      id: 'samples',
      title: 'Samples',
      width: 88,
      align: 'end',
      sort: 'descending',
      minimumGridWidth: 701,
      tip: 'Samples behind its total',
    },
    { id: 'module', title: 'Module', width: 150, sort: 'ascending', minimumGridWidth: 920 },
    { id: 'where', title: 'Where', width: 220, minimumGridWidth: 1290 },
  ];
  return by === 'modules' ? columns.filter(({ id }) => id !== 'module' && id !== 'where') : columns;
}
