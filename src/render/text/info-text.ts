import type { ProfileSummary } from '../../analysis/index.ts';
import { safeLine } from '../../base/terminal-text.ts';
import { alignColumns } from '../../base/text-layout.ts';
import { label, percentage } from '../../base/units.ts';
import { healthLines } from './health-text.ts';
import type { TextStyle } from './text-style.ts';
import { momentText } from './time-text.ts';

/** What is known of the file itself, beside the profile in it. */
export interface FileFacts {
  readonly path: string;
  readonly format: string;
  readonly formatTitle: string;
  readonly wrappers: readonly string[];
  readonly sizeBytes: number;
}

/** Things listed before the rest is only counted. */
const mostListed = 8;

/** `info`: a page about one file. */
export function* infoText(
  file: FileFacts,
  summary: ProfileSummary,
  style: TextStyle,
): Generator<string> {
  const rows = [...fileRows(file), ...contentRows(summary), ...modelRows(summary)];
  const shown = rows.filter(([, value]) => value !== '');
  const lines = alignColumns(
    shown.map(([name, value]) => [name, safeLine(value)]),
    ['left', 'left'],
  );
  const width = Math.max(...shown.map(([name]) => name.length));
  for (const line of lines) yield `${style.dim(line.slice(0, width))}${line.slice(width)}`;
  const health = healthLines(summary.health);
  yield '';
  if (health.length === 0) yield 'health: nothing lost, nothing unread';
  else yield* ['health:', ...health.map((line) => `  ${line}`)];
}

type Row = readonly [name: string, value: string];

function fileRows(file: FileFacts): Row[] {
  const wrapped = file.wrappers.map((wrapper) => `${wrapper} around `).join('');
  return [
    ['file', file.path],
    ['format', `${file.format} (${wrapped}${file.formatTitle}), ${label(file.sizeBytes, 'bytes')}`],
  ];
}

function contentRows(summary: ProfileSummary): Row[] {
  const { period } = summary;
  return [
    ['producer', summary.producer],
    ['command', summary.command],
    ['host', summary.host],
    ['time', summary.startEpochNs === 0n ? '' : momentText(summary.startEpochNs)],
    ['duration', summary.durationNs === 0 ? '' : label(summary.durationNs, 'nanoseconds')],
    ['events', few(summary.events)],
    ['period', period === null ? '' : `${label(period.value, period.unit)} of ${period.name}`],
    ...summary.valueTypes.map((type, index): Row => {
      const chosen = type.isDefault ? '  (shown by default)' : '';
      const total = `${type.name}/${type.unit}  total ${label(type.total, type.unit)}${chosen}`;
      return [index === 0 ? 'values' : ' ', total];
    }),
  ];
}

function modelRows(summary: ProfileSummary): Row[] {
  const { symbols, modules } = summary;
  const rows = summary.sampleRows === summary.samples ? '' : ` in ${summary.sampleRows} rows`;
  const share = (part: number): string => percentage(part, symbols.frames).trim();
  const known = `${share(symbols.withFunction)} of ${symbols.frames} frames have a function`;
  const more = modules.length - mostListed;
  return [
    ['samples', `${summary.samples}${rows}`],
    ['stacks', `${summary.stacks} distinct, deepest ${summary.deepestStack}`],
    ['functions', String(summary.functions)],
    ['symbols', `${known}, ${share(symbols.withLine)} a line`],
    ['threads', summary.threads === 0 ? '' : String(summary.threads)],
    ['processes', few(summary.processes)],
    ['cpus', summary.cpus === 0 ? '' : String(summary.cpus)],
    ['labels', few(summary.labelKeys)],
    ...modules.slice(0, mostListed).map(({ file, buildId }, index): Row => {
      const text = `${file === '' ? '(no name)' : file}${buildId === '' ? '' : `  ${buildId}`}`;
      return [index === 0 ? 'images' : ' ', text];
    }),
    [' ', more > 0 ? `… and ${more} more` : ''],
    ['markers', summary.markers === 0 ? '' : String(summary.markers)],
    ...summary.comments.map((comment, index): Row => {
      return [index === 0 ? 'notes' : ' ', comment.replace(/^#\s*/, '')];
    }),
    ['sources', summary.embeddedSources === 0 ? '' : `${summary.embeddedSources} files embedded`],
  ];
}

function few(names: readonly string[]): string {
  const more = names.length - mostListed;
  const shown = names.slice(0, mostListed).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
