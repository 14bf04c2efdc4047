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
    minimumGridWidth: 820,
    tip: 'What passed through this call path',
  },
  {
    id: 'samples',
    title: 'Samples',
    width: 84,
    align: 'end',
    minimumGridWidth: 701,
    tip: 'Samples behind the total',
  },
  { id: 'bar', title: '', width: 116, minimumGridWidth: 740, tip: 'Dark: self. Light: total.' },
  { id: 'name', title: 'Function', isRowHeader: true },
  { id: 'module', title: 'Module', width: 150, minimumGridWidth: 980 },
  { id: 'where', title: 'Where', width: 170, minimumGridWidth: 1180 },
];

/** While two things are compared. */
export const comparedColumns: readonly GridColumn[] = [
  {
    id: 'base',
    title: 'Base',
    width: 84,
    align: 'end',
    minimumGridWidth: 701,
    tip: 'Total of this call path in the base',
  },
  {
    id: 'value',
    title: 'New',
    width: 84,
    align: 'end',
    tip: 'Total of this call path in the new one',
  },
  { id: 'change', title: 'Change', width: 92, align: 'end', tip: 'New less base' },
  {
    id: 'self-change',
    title: 'Self change',
    width: 100,
    align: 'end',
    minimumGridWidth: 701,
    tip: 'What it took itself, new less base',
  },
  { id: 'name', title: 'Function', isRowHeader: true },
  { id: 'module', title: 'Module', width: 150, minimumGridWidth: 980 },
  { id: 'where', title: 'Where', width: 170, minimumGridWidth: 1180 },
];
