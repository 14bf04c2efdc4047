import { safeLine } from '../base/terminal-text.ts';
import { alignColumns } from '../base/text-layout.ts';
import { derivedFigure, type Mean, type StatRow, type StatSummary } from '../record/index.ts';
import { csvLines } from '../render/csv.ts';
import type { Colors } from './colors.ts';

/** Below this a counter was shared, and its value is an estimate. */
const wholeTime = 0.9995;

/** The counts as lines of text: values to the left as in perf, what they mean to the right. */
export function statText(title: string, summary: StatSummary, colors: Colors): string[] {
  const blind = summary.rows.filter(isBlind);
  const counted = summary.rows.filter((row) => row.count !== undefined && !isBlind(row));
  const missing = summary.rows.filter(({ count }) => count === undefined);
  const runs = summary.runs > 1 ? colors.dim(`  ${summary.runs} runs, ± standard error`) : '';
  const rows = [...counted.map((row) => countCells(row, summary)), ...timeRows(summary)];
  const lines = alignColumns(rows, ['right', 'left', 'left', 'right', 'left', 'right', 'right']);
  const painted = lines.map((line) => `  ${line}`);
  const split = counted.length;
  const estimated = counted.some(({ running }) => running < wholeTime);
  return [
    '',
    `${colors.bold(safeLine(title))}${runs}`,
    '',
    ...painted.slice(0, split),
    ...(split > 0 ? [''] : []),
    ...painted.slice(split),
    ...(estimated ? ['', `  ${colors.dim(sharedNote)}`] : []),
    ...(missing.length === 0 ? [] : ['', ...missingLines(missing, colors)]),
    ...(blind.length === 0 ? [] : ['', ...blindLines(blind, colors)]),
    '',
  ];
}

const sharedNote = 'counted: share of the time an event had a counter; values are scaled by it';

/** Happens in the kernel only: without the right to see that, nothing is counted, which is no zero. */
function isBlind({ name }: StatRow): boolean {
  return /^(context-switches|cpu-migrations|cgroup-switches):u$/.test(name);
}

function blindLines(blind: readonly StatRow[], colors: Colors): string[] {
  const names = blind.map(({ name }) => name.replace(/:u$/, '')).join(', ');
  const why = 'they happen in the kernel, which this user may not see';
  return [
    `  ${colors.yellow('<not permitted>')} ${safeLine(names)}`,
    `  ${colors.dim(why)}`,
    `      ${colors.cyan('try:')} sudo sysctl kernel.perf_event_paranoid=1`,
  ];
}

/** Once, not a line each: a machine that lacks one counter mostly lacks them all. */
function missingLines(missing: readonly StatRow[], colors: Colors): string[] {
  const names = missing.map(({ name }) => name).join(', ');
  const hardware = 'no such counters here, as is usual for virtual machines';
  return [
    `  ${colors.yellow('<not supported>')} ${safeLine(names)}`,
    `  ${colors.dim(`${hardware}; see plateau doctor`)}`,
  ];
}

function countCells(row: StatRow, summary: StatSummary): string[] {
  const count = row.count ?? { value: 0, error: 0 };
  const isTime = /^(task|cpu)-clock/.test(row.name);
  const value = isTime ? (count.value / 1e6).toFixed(2) : groupDigits(Math.round(count.value));
  const figure = derivedFigure(summary, row.name);
  return [
    value,
    isTime ? 'ms' : '',
    safeLine(row.name),
    figure === undefined ? '' : figureText(figure.value),
    figure?.unit ?? '',
    errorText(count, summary.runs),
    row.running < wholeTime ? `${(row.running * 100).toFixed(1)} % counted` : '',
  ];
}

function timeRows(summary: StatSummary): string[][] {
  const { wallNs, userNs, systemNs, runs } = summary;
  const times = [
    ['wall', wallNs],
    ['user', userNs],
    ['system', systemNs],
  ] as const;
  return times.flatMap(([name, time]) =>
    time === undefined
      ? []
      : [[(time.value / 1e9).toFixed(6), 's', name, '', '', errorText(time, runs), '']],
  );
}

function errorText({ value, error }: Mean, runs: number): string {
  if (runs < 2) return '';
  return value === 0 ? '± 0 %' : `± ${((error / value) * 100).toFixed(2)} %`;
}

function figureText(value: number): string {
  if (value >= 1e9) return `${(value / 1e9).toFixed(2)} G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(2)} M`;
  if (value >= 1e4) return `${(value / 1e3).toFixed(2)} k`;
  return value.toFixed(value < 10 ? 3 : value < 100 ? 2 : 1);
}

function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

export interface StatJson {
  readonly command: string;
  readonly runs: number;
  readonly events: readonly {
    readonly name: string;
    readonly supported: boolean;
    readonly value: number | null;
    readonly unit: string;
    readonly error: number | null;
    readonly runningShare: number | null;
    readonly figure: { readonly value: number; readonly unit: string } | null;
  }[];
  readonly wallNs: Mean;
  readonly userNs: Mean | null;
  readonly systemNs: Mean | null;
}

export function statJson(command: string, summary: StatSummary): StatJson {
  return {
    command,
    runs: summary.runs,
    events: summary.rows.map((row) => eventJson(row, summary)),
    wallNs: summary.wallNs,
    userNs: summary.userNs ?? null,
    systemNs: summary.systemNs ?? null,
  };
}

function eventJson(row: StatRow, summary: StatSummary): StatJson['events'][number] {
  const { name, running } = row;
  const count = isBlind(row) ? undefined : row.count;
  return {
    name,
    supported: count !== undefined,
    value: count?.value ?? null,
    unit: /^(task|cpu)-clock/.test(name) ? 'nanoseconds' : 'count',
    error: count?.error ?? null,
    runningShare: count === undefined ? null : running,
    figure: derivedFigure(summary, name) ?? null,
  };
}

export function statCsv(summary: StatSummary): Iterable<string> {
  const { events, wallNs, userNs, systemNs } = statJson('', summary);
  const times = Object.entries({ wall: wallNs, user: userNs, system: systemNs });
  return csvLines(
    ['name', 'value', 'unit', 'error', 'running_share', 'figure', 'figure_unit'],
    [
      ...events.map(({ name, value, unit, error, runningShare, figure }) => [
        name,
        value ?? '<not supported>',
        unit,
        error ?? '',
        runningShare ?? '',
        figure?.value ?? '',
        figure?.unit ?? '',
      ]),
      ...times.flatMap(([name, time]) =>
        time === null ? [] : [[name, time.value, 'nanoseconds', time.error, '', '', '']],
      ),
    ],
  );
}
