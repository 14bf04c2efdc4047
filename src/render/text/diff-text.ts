import {
  type DiffRow,
  type DiffSummary,
  leastSamples,
  type ProfileDiff,
  summarizeDiff,
} from '../../analysis/index.ts';
import { counted, formatCount } from '../../base/quantity.ts';
import { terminalSafe } from '../../base/terminal-text.ts';
import { alignColumns, displayWidth, elideMiddle } from '../../base/text-layout.ts';
import { label, scale } from '../../base/units.ts';
import type { TextStyle } from './text-style.ts';

/** A diff also shows which way things went. */
export interface DiffStyle extends TextStyle {
  grew(text: string): string;
  shrank(text: string): string;
}

/** What to do about it, in the flags of the command that prints. */
export interface DiffHints {
  /** When the totals differ much; empty = nothing is to be done about it. */
  readonly unequal: string;
  /** When rows are left out. */
  readonly all: string;
}

const diffHints: DiffHints = {
  unequal: 'The totals differ: if the recordings are of unequal length, use --normalize.',
  all: '-n 0 shows all',
};

/** Below this width the interval is left out rather than the name. */
const widthForIntervals = 100;
const leastNameWidth = 20;
const longestModule = 24;

/** The sentence, what was compared, and the table: proven differences first. */
export function* diffText(
  diff: ProfileDiff,
  rows: readonly DiffRow[],
  hidden: number,
  style: DiffStyle,
  hints: DiffHints = diffHints,
): Generator<string> {
  const summary = summarizeDiff(diff);
  yield style.bold(headline(diff, summary));
  yield counting(diff, summary);
  yield style.dim(basis(diff));
  if (!diff.normalized && differMuch(diff)) {
    if (hints.unequal !== '') yield style.dim(hints.unequal);
  }
  if (rows.length === 0) return;
  yield '';
  yield* table(diff, rows, style);
  if (hidden > 0) yield style.dim(`… and ${counted(hidden, 'more row')}; ${hints.all}`);
}

function headline(diff: ProfileDiff, { largest }: DiffSummary): string {
  if (largest === undefined) {
    return diff.judged
      ? 'Nothing changed that could not be chance.'
      : 'Both profiles spend the same in every function.';
  }
  const cost = largest[diff.measure];
  const name = elideMiddle(terminalSafe(largest.name), 60);
  const before = diff.normalized ? percent(cost.baseShare) : label(cost.base, diff.unit);
  const after = diff.normalized ? percent(cost.newShare) : label(cost.new, diff.unit);
  if (largest.status === 'new') return `${name} is new and takes ${after}.`;
  if (largest.status === 'removed') return `${name} is gone: it took ${before}.`;
  const change = diff.normalized
    ? `${((Math.abs(cost.delta) / diff.totals.base) * 100).toFixed(2)} points`
    : label(Math.abs(cost.delta), diff.unit);
  return `${name} takes ${change} ${cost.delta > 0 ? 'more' : 'less'} (${before} → ${after}).`;
}

function counting(diff: ProfileDiff, summary: DiffSummary): string {
  const parts = [
    [summary.grew, 'grew'],
    [summary.shrank, 'shrank'],
    [summary.added, summary.added === 1 ? 'is new' : 'are new'],
    [summary.removed, summary.removed === 1 ? 'is gone' : 'are gone'],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  const changes = said.length === 0 ? 'No function changed' : said.join(', ');
  if (!diff.judged)
    return `${changes}; too few samples to tell from noise (${leastSamples} needed).`;
  return `${changes}; ${summary.noise} not distinguishable from noise.`;
}

/** By more than a quarter. */
function differMuch({ totals }: ProfileDiff): boolean {
  return Math.max(totals.base, totals.new) > 1.25 * Math.min(totals.base, totals.new);
}

function basis(diff: ProfileDiff): string {
  const { base, new: after, baseSamples, newSamples } = diff.totals;
  const growth =
    base === 0 || base === after ? '' : ` (${signed(((after - base) / base) * 100, 1)}%)`;
  const how = diff.normalized ? 'compared as shares of each total' : 'compared as measured';
  const what = diff.measure === 'self' ? 'self' : 'with callees';
  const sizes = `${formatCount(baseSamples)} and ${counted(newSamples, 'sample')}`;
  return `${diff.type} ${label(base, diff.unit)} → ${label(after, diff.unit)}${growth}, ${what}, ${how}; ${sizes}`;
}

function* table(diff: ProfileDiff, rows: readonly DiffRow[], style: DiffStyle): Generator<string> {
  const intervals = diff.judged && style.columns >= widthForIntervals;
  const cells = rows.map((row) => numberCells(diff, row, intervals));
  const head = ['', 'base', 'new', 'change', 'ratio', 'samples'];
  if (intervals) head.splice(4, 0, '95% interval');
  const aligned = alignColumns(
    [head, ...cells],
    head.map(() => 'right'),
  );
  const [first = '', ...lines] = aligned;
  yield style.dim(`${first}  function`);
  const used = displayWidth(lines[0] ?? '') + 2;
  for (const [index, row] of rows.entries()) {
    const line = `${lines[index] ?? ''}  `;
    const name = named(row, style, used);
    const { delta } = row[diff.measure];
    if (row.noise === true || delta === 0) yield style.dim(`${line}${name.plain}`);
    else yield `${delta > 0 ? style.grew(line) : style.shrank(line)}${name.styled}`;
  }
}

function numberCells(diff: ProfileDiff, row: DiffRow, intervals: boolean): string[] {
  const cost = row[diff.measure];
  const value = valueFormat(diff);
  const change = (amount: number): string =>
    diff.normalized
      ? signed((amount / diff.totals.base) * 100, 2)
      : `${amount > 0 ? '+' : ''}${value(amount)}`;
  const ratio = { new: 'new', removed: 'gone' }[row.status as string];
  return [
    row.noise === true ? '~' : '',
    diff.normalized ? percent(cost.baseShare) : value(cost.base),
    diff.normalized ? percent(cost.newShare) : value(cost.new),
    change(cost.delta),
    ...(intervals && cost.deltaInterval !== null
      ? [`${change(cost.deltaInterval.low)} … ${change(cost.deltaInterval.high)}`]
      : []),
    ratio ?? (cost.ratio === null ? '' : `×${cost.ratio.toFixed(2)}`),
    `${formatCount(cost.baseSamples)} → ${formatCount(cost.newSamples)}`,
  ];
}

/** All values in the unit that suits the larger total, so that a column can be compared by eye. */
function valueFormat({ totals, unit }: ProfileDiff): (value: number) => string {
  const largest = Math.max(Math.abs(totals.base), Math.abs(totals.new));
  const shown = scale(largest, unit, 'auto').unit;
  if (shown === '') return (value) => formatCount(Math.round(value));
  return (value) =>
    `${scale(value, unit, shown)
      .value.toFixed(2)
      .replace(/^-(?=[0.]+$)/, '')}${shown}`;
}

function named(row: DiffRow, style: DiffStyle, used: number): { plain: string; styled: string } {
  const module =
    row.module === '' ? '' : `  ${elideMiddle(terminalSafe(row.module), longestModule)}`;
  const safe = terminalSafe(row.name);
  const room = Math.max(leastNameWidth, style.columns - used - displayWidth(module));
  const name = style.columns === Number.POSITIVE_INFINITY ? safe : elideMiddle(safe, room);
  return { plain: `${name}${module}`, styled: `${style.bold(name)}${style.dim(module)}` };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

/** With a sign, even when it rounds to nothing: `+0.00` still says which way. */
function signed(value: number, digits: number): string {
  return `${value > 0 ? '+' : value < 0 ? '-' : ' '}${Math.abs(value).toFixed(digits)}`;
}
