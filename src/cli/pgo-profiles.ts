import { resolve } from 'node:path';
import { formatShare } from '../base/quantity.ts';
import { safeLine } from '../base/terminal-text.ts';
import { alignColumns } from '../base/text-layout.ts';
import { ToolError } from '../base/tool-error.ts';
import {
  compareProfiles,
  convertProfile,
  describeProfile,
  type ProfileDescription,
} from '../pgo/index.ts';
import type { Host } from '../platform/host.ts';
import { colorsOf } from './colors.ts';
import { writeNote } from './note.ts';
import { writeJson, writeLines } from './report-output.ts';

interface ProfileFlags {
  readonly json?: true;
  readonly to?: string;
  readonly binary?: string;
}

const shownRows = 20;

/** `pgo overlap A B`. */
export async function overlapProfiles(
  host: Host,
  words: readonly string[],
  { json }: ProfileFlags,
): Promise<void> {
  const [first, second] = twoWords(words, 'overlap A B: two profiles of one kind');
  const paths = [resolve(host.cwd, first), resolve(host.cwd, second)] as const;
  const compared = await compareProfiles(host, ...paths);
  if (json === true) return await writeJson(host, {}, { first, second, ...compared });
  const { bold } = colorsOf(host, host.stdout);
  const { share, onlyFirst, onlySecond, functions, unit } = compared;
  const shown = functions.slice(0, shownRows);
  await writeLines(host, {}, [
    bold(`${formatShare(share)} of the weight is the same, by ${unit}`),
    `${formatShare(onlyFirst)} of the first and ${formatShare(onlySecond)} of the second is in functions that the other does not have`,
    '',
    ...alignColumns(
      [
        ['first', 'second', 'same inside', 'function'],
        ...shown.map((row) => [
          formatShare(row.firstShare),
          formatShare(row.secondShare),
          row.firstShare > 0 && row.secondShare > 0 ? formatShare(row.overlap) : '—',
          safeLine(row.name),
        ]),
      ],
      ['right', 'right', 'right', 'left'],
    ),
    ...moreRows(functions.length),
  ]);
}

function moreRows(count: number): string[] {
  return count > shownRows ? [`… ${count - shownRows} more; --json has all`] : [];
}

/** `pgo convert IN OUT`. */
export async function convertPgoProfile(
  host: Host,
  words: readonly string[],
  { to, binary }: ProfileFlags,
): Promise<void> {
  const [input, output] = twoWords(words, 'convert IN OUT: a profile and where to write it');
  const done = await convertProfile(host, {
    input: resolve(host.cwd, input),
    output: resolve(host.cwd, output),
    ...(to !== undefined && { to }),
    ...(binary !== undefined && { binary: resolve(host.cwd, binary) }),
  });
  await writeNote(host, `wrote ${output}: ${done}`);
}

/** `pgo show FILE`. */
export async function showProfile(host: Host, file: string, { json }: ProfileFlags): Promise<void> {
  const description = await describeProfile(host, resolve(host.cwd, file));
  if (json === true) return await writeJson(host, {}, description);
  await writeLines(host, {}, descriptionLines(description));
}

function descriptionLines({
  file,
  format,
  sizeBytes,
  facts,
  hottest,
  entry,
}: ProfileDescription): string[] {
  const made =
    entry === null
      ? []
      : [
          ['target', entry.target],
          [
            'made',
            `${entry.date}, ${entry.origin === 'put' ? 'put in from outside' : 'by training'}`,
          ],
          ['machine', `${entry.os}-${entry.arch}`],
          ['compiler', entry.compiler],
          ['flags', entry.flags.join(' ') || 'none'],
          ['commit', `${entry.commit || 'unknown'}${entry.dirty ? ' with changes' : ''}`],
          ['workloads', entry.workloads.join(', ')],
        ];
  const rows = [
    ['format', `${format}, ${sizeBytes} bytes`],
    ...Object.entries(facts).map(([name, value]) => [name, String(value)]),
    ...made,
  ];
  return [
    safeLine(file),
    ...alignColumns(
      rows.map(([name = '', value = '']) => [`  ${name}`, safeLine(value)]),
      ['left', 'left'],
    ),
    '',
    ...alignColumns(
      [
        ['share', 'function'],
        ...hottest.map(({ name, share }) => [formatShare(share), safeLine(name)]),
      ],
      ['right', 'left'],
    ),
  ];
}

function twoWords(words: readonly string[], what: string): readonly [string, string] {
  const [first, second, ...more] = words;
  if (first !== undefined && second !== undefined && more.length === 0) return [first, second];
  throw new ToolError(
    'usage',
    `pgo ${words.length < 2 ? 'misses words' : 'has too many words'}: ${what}`,
    {
      hint: 'plateau pgo --help',
    },
  );
}
