import { accessSync, constants } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type BenchMeasured, summarizeBench } from '../analysis/index.ts';
import { encodeResults } from '../bench/index.ts';
import { fileError } from '../platform/file-errors.ts';
import type { Host } from '../platform/host.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import { benchCsv, benchMarkdown, benchPlot, benchText } from '../render/index.ts';
import { benchPage, type FunctionChanges } from '../render/results/bench-page.ts';
import { colorsOf } from './colors.ts';
import { ExitStatus } from './exit-status.ts';
import { writeLines } from './report-output.ts';

/** Where results go, and what they decide. */
export interface BenchOutputFlags {
  readonly json?: true;
  readonly csv?: true;
  readonly markdown?: true;
  readonly svg?: string;
  readonly html?: string;
  readonly save?: string;
  readonly exportJson?: string;
  readonly exportMarkdown?: string;
  readonly exportCsv?: string;
  readonly failOn?: 'slower';
}

/** A verdict, as agreed for every command that gives one. */
const slowerStatus = 3;

export function addBenchOutputFlags(command: Command): void {
  const add = (flags: string, text: string): void =>
    void command.addOption(new Option(flags, text).helpGroup(resultGroup));
  add('--json', 'print one JSON value, in the words of hyperfine and more');
  add('--csv', 'print comma-separated lines');
  add('--markdown', 'print a table for a pull request');
  add('--svg <file>', 'also draw every run, - for standard output');
  add('--html <file>', 'also write a page with every run and the ratios, - for standard output');
  add('--save <file>', 'keep the results, for --baseline and plateau compare');
  add('--export-json <file>', "the same as --save, as hyperfine's flags are called");
  add('--export-markdown <file>', 'also write the Markdown table there');
  add('--export-csv <file>', 'also write the comma-separated lines there');
  command
    .addOption(new Option('--style <style>').hideHelp())
    .addOption(new Option('-u, --time-unit <unit>').hideHelp())
    .addOption(new Option('--sort <order>').hideHelp())
    .addOption(
      new Option('--fail-on <verdict>', 'exit with 3 if a command is slower')
        .choices(['slower'])
        .helpGroup(resultGroup),
    );
}

export const resultGroup = 'Result:';

/** Found out before minutes of measuring: folders that results cannot go to. */
export function requireOutputFolders(host: Host, flags: BenchOutputFlags): void {
  const { svg, html, save, exportJson, exportMarkdown, exportCsv } = flags;
  for (const path of [svg, html, save, exportJson, exportMarkdown, exportCsv]) {
    if (path === undefined || path === '-') continue;
    try {
      accessSync(dirname(resolve(host.cwd, path)), constants.W_OK);
    } catch (error) {
      throw fileError(path, 'write', error);
    }
  }
}

/** What stands behind the table of commands, for each kind of output. */
export interface BenchAppendix {
  text(): Iterable<string>;
  markdown(): Iterable<string>;
  readonly json: { readonly functions: FunctionChanges };
}

/** Writes what was compared; only what was measured now is saved. */
export async function writeBench(
  host: Host,
  flags: BenchOutputFlags,
  compared: BenchMeasured,
  more: { readonly measured?: BenchMeasured; readonly appendix?: BenchAppendix } = {},
): Promise<void> {
  const { measured = compared, appendix } = more;
  const save = flags.save ?? flags.exportJson;
  if (save !== undefined) {
    const text = `${JSON.stringify(encodeResults(measured), null, 2)}\n`;
    await writeOutputFile(save, [new TextEncoder().encode(text)]);
  }
  const summary = summarizeBench(compared);
  if (flags.svg !== undefined) {
    await writeLines(host, { output: flags.svg }, benchPlot(compared, summary));
  }
  if (flags.exportMarkdown !== undefined) {
    await writeLines(host, { output: flags.exportMarkdown }, benchMarkdown(summary));
  }
  if (flags.exportCsv !== undefined) {
    await writeLines(host, { output: flags.exportCsv }, benchCsv(summary));
  }
  if (flags.html !== undefined) {
    // The page is read from a file that most runs do not need.
    const { writeResultsPage } = await import('./results-page.ts');
    const functions = appendix?.json.functions ?? null;
    await writeResultsPage(host, flags.html, benchPage(compared, { functions }));
  }
  if (flags.svg !== '-' && flags.html !== '-')
    await writeLines(host, {}, linesOf(host, flags, compared, appendix));
  const isSlower = summary.series.some(({ comparison }) => comparison?.verdict === 'slower');
  if (flags.failOn === 'slower' && isSlower) throw new ExitStatus(slowerStatus);
}

function* linesOf(
  host: Host,
  flags: BenchOutputFlags,
  compared: BenchMeasured,
  appendix: BenchAppendix | undefined,
): Generator<string> {
  const summary = summarizeBench(compared);
  if (flags.json === true) {
    yield JSON.stringify({ ...encodeResults(compared), ...appendix?.json }, null, 2);
  } else if (flags.csv === true) yield* benchCsv(summary);
  else if (flags.markdown === true) {
    yield* benchMarkdown(summary);
    if (appendix !== undefined) yield* appendix.markdown();
  } else {
    const { dim, bold, green, red, yellow } = colorsOf(host, host.stdout);
    yield* benchText(summary, { dim, bold, faster: green, slower: red, unsure: yellow });
    if (appendix !== undefined) yield* appendix.text();
  }
}
