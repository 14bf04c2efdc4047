import type { DiffRow, ProfileDiff } from '../../analysis/index.ts';
import { label } from '../../base/units.ts';

/** Functions before and after as a table for a pull request. */
export function* diffMarkdown(
  diff: ProfileDiff,
  rows: readonly DiffRow[],
  source: string,
): Generator<string> {
  yield `By function, from ${source} of each (${diff.type}, ${diff.measure}; ~ may be chance):`;
  yield '';
  yield '| Function | Base | New | Change | |';
  yield '|:---|---:|---:|---:|:---|';
  for (const row of rows) {
    const cost = row[diff.measure];
    const sign = cost.delta > 0 ? '+' : '';
    const change = `${sign}${label(cost.delta, diff.unit)}`;
    const name = row.name.replaceAll('|', '\\|').replaceAll('`', "'").replace(/\s+/g, ' ');
    const note = row.noise === true ? '~' : row.status === 'removed' ? 'gone' : row.status;
    yield `| \`${name}\` | ${label(cost.base, diff.unit)} | ${label(cost.new, diff.unit)} | ${change} | ${note} |`;
  }
}
