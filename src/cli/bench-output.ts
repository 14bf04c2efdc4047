import { type Command, Option } from 'commander';
import { type BenchMeasured, summarizeBench } from '../analysis/index.ts';
import { encodeResults } from '../bench/index.ts';
import type { Host } from '../platform/host.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import { benchCsv, benchMarkdown, benchPlot, benchText } from '../render/index.ts';
import { colorsOf } from './colors.ts';
import { ExitStatus } from './exit-status.ts';
import { writeLines } from './report-output.ts';

/** Where results go, and what they decide. */
export interface BenchOutputFlags {
  readonly json?: true;
  readonly csv?: true;
  readonly markdown?: true;
  readonly svg?: string;
  readonly save?: string;
  readonly exportJson?: string;
  readonly failOn?: 'slower';
}

/** A verdict, as agreed for every command that gives one. */
const slowerStatus = 3;

export function addBenchOutputFlags(command: Command): void {
  command
    .option('--json', 'print one JSON value, in the words of hyperfine and more')
    .option('--csv', 'print comma-separated lines')
    .option('--markdown', 'print a table for a pull request')
    .option('--svg <file>', 'also draw every run, - for standard output')
    .option('--save <file>', 'keep the results, for --baseline and plateau compare')
    .addOption(new Option('--export-json <file>').hideHelp())
    .addOption(
      new Option('--fail-on <verdict>', 'exit with 3 if a command is slower').choices(['slower']),
    );
}

/** Writes what was compared; only what was measured now is saved. */
export async function writeBench(
  host: Host,
  flags: BenchOutputFlags,
  compared: BenchMeasured,
  measured: BenchMeasured = compared,
): Promise<void> {
  const save = flags.save ?? flags.exportJson;
  if (save !== undefined) {
    const text = `${JSON.stringify(encodeResults(measured), null, 2)}\n`;
    await writeOutputFile(save, [new TextEncoder().encode(text)]);
  }
  const summary = summarizeBench(compared);
  if (flags.svg !== undefined) {
    await writeLines(host, { output: flags.svg }, benchPlot(compared, summary));
  }
  if (flags.svg !== '-') await writeLines(host, {}, linesOf(host, flags, compared));
  const isSlower = summary.series.some(({ comparison }) => comparison?.verdict === 'slower');
  if (flags.failOn === 'slower' && isSlower) throw new ExitStatus(slowerStatus);
}

function linesOf(host: Host, flags: BenchOutputFlags, compared: BenchMeasured): Iterable<string> {
  const summary = summarizeBench(compared);
  if (flags.json === true) return [JSON.stringify(encodeResults(compared), null, 2)];
  if (flags.csv === true) return benchCsv(summary);
  if (flags.markdown === true) return benchMarkdown(summary);
  const { dim, bold, green, red } = colorsOf(host, host.stdout);
  return benchText(summary, { dim, bold, faster: green, slower: red });
}
