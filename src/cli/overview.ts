import type { Colors } from './colors.ts';
import { type CommandEntry, commandGroups } from './command-table.ts';

const examples = [
  ['plateau demo', 'a slow program, recorded and explained'],
  ['plateau record -- ./app', 'record a program, then: plateau top'],
  ['plateau top cpu.pb.gz', 'where the time goes, as pprof prints it'],
  ['plateau flamegraph perf.txt -o fg.svg', 'an interactive flame graph, one file'],
  ['plateau diff before.pb.gz after.pb.gz', 'what a change did, and how sure that is'],
] as const;

/** What `plateau` says without a command: one screen of 80 columns. */
export function overview(commands: readonly CommandEntry[], colors: Colors): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const groups = commandGroups.flatMap((group) => {
    const members = commands.filter((entry) => entry.group === group);
    const lines = members.map(({ name, summary }) => {
      return `  ${colors.cyan(name.padEnd(width))}  ${summary}`;
    });
    return lines.length === 0 ? [] : [`${colors.bold(group)}\n${lines.join('\n')}\n`];
  });
  const shown = examples.filter(([line]) =>
    commands.some(({ name }) => name === line.split(' ')[1]),
  );
  return [
    `${colors.bold('plateau')}: measure, don’t guess. Record, see, explain, change, prove.\n`,
    `${colors.bold('Usage:')} plateau COMMAND [options]\n`,
    ...groups,
    colors.bold('Examples'),
    ...shown.map(([line, gives]) => `  ${line.padEnd(37)}  ${colors.dim(gives)}`),
    '\n`plateau help COMMAND` explains a command. -q prints errors only, --debug\n' +
      'shows where an error came from, and - is standard input or output.\n',
  ].join('\n');
}
