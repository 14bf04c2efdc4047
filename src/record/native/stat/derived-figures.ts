import type { StatSummary } from './stat-summary.ts';

/** What a count means beside others: a ratio that people look for first. */
export interface DerivedFigure {
  readonly value: number;
  readonly unit: string;
}

/** In perf's words, so that eyes used to it find them. */
export function derivedFigure(summary: StatSummary, name: string): DerivedFigure | undefined {
  const base = baseName(name);
  const value = countOf(summary, base);
  if (value === undefined) return undefined;
  const taskNs = countOf(summary, 'task-clock') ?? countOf(summary, 'cpu-clock');
  const per = (of: string): number | undefined => {
    const other = countOf(summary, of);
    return other === undefined || other === 0 ? undefined : value / other;
  };
  switch (base) {
    case 'task-clock':
    case 'cpu-clock':
      return { value: value / Math.max(1, summary.wallNs.value), unit: 'CPUs used' };
    case 'cycles':
      return taskNs === undefined || taskNs === 0
        ? undefined
        : { value: value / taskNs, unit: 'GHz' };
    case 'instructions':
      return figure(per('cycles'), 'per cycle');
    case 'branch-misses':
      return percent(per('branches'), 'of branches');
    case 'cache-misses':
      return percent(per('cache-references'), 'of references');
    default:
      return missFigure(base, per) ?? rate(value, taskNs);
  }
}

/** `L1-dcache-load-misses` beside `L1-dcache-loads`. */
function missFigure(
  base: string,
  per: (of: string) => number | undefined,
): DerivedFigure | undefined {
  if (!base.endsWith('-load-misses')) return undefined;
  return percent(per(base.replace(/-load-misses$/, '-loads')), 'of loads');
}

function figure(value: number | undefined, unit: string): DerivedFigure | undefined {
  return value === undefined ? undefined : { value, unit };
}

function percent(share: number | undefined, of: string): DerivedFigure | undefined {
  return share === undefined ? undefined : { value: share * 100, unit: `% ${of}` };
}

function rate(value: number, taskNs: number | undefined): DerivedFigure | undefined {
  if (taskNs === undefined || taskNs === 0 || value === 0) return undefined;
  return { value: value / (taskNs / 1e9), unit: '/s' };
}

function countOf(summary: StatSummary, base: string): number | undefined {
  return summary.rows.find((row) => baseName(row.name) === base)?.count?.value;
}

/** Without the modifier. */
function baseName(name: string): string {
  return name.replace(/:[ukhpP]+$/, '');
}
