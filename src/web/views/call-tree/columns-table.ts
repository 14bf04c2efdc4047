import type { GridColumn } from '../../kit/grid/column.ts';

/** Narrow tables keep two numbers and the name. */
export const callTreeColumns: readonly GridColumn[] = [
  {
    id: 'total',
    title: 'Total %',
    width: 80,
    align: 'end',
    tip: 'Share of everything that passed through this call path',
  },
  { id: 'self', title: 'Self %', width: 72, align: 'end', tip: 'Share that it took itself here' },
  {
    id: 'value',
    title: 'Total',
    width: 84,
    align: 'end',
    minimumGridWidth: 760,
    tip: 'What passed through this call path',
  },
  {
    id: 'samples',
    title: 'Samples',
    width: 84,
    align: 'end',
    minimumGridWidth: 560,
    tip: 'Samples behind the total',
  },
  { id: 'bar', title: '', width: 116, minimumGridWidth: 680, tip: 'Dark: self. Light: total.' },
  { id: 'name', title: 'Function', isRowHeader: true },
  { id: 'module', title: 'Module', width: 150, minimumGridWidth: 980 },
  { id: 'where', title: 'Where', width: 170, minimumGridWidth: 1180 },
];
