import type { Command } from 'commander';
import { callTables, costGraph, noTrimming, type TrimOptions } from '../analysis/index.ts';
import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { compileExpression } from '../profile/index.ts';
import { csvLines } from '../render/csv.ts';
import { treeColumns, treeCsvRows, treeJson } from '../render/json/tree-json.ts';
import { treeText } from '../render/text/tree-text.ts';
import { addExamples } from './examples.ts';
import { inputFiles, inputFilesOf, inputFilesText } from './input-files.ts';
import {
  addReportFlags,
  addTrimFlags,
  nodeOptions,
  type ReportFlags,
  type TrimFlags,
  trimOptions,
} from './report-flags.ts';
import { openReport } from './report-input.ts';
import { textStyle, writeJson, writeLines } from './report-output.ts';

/** pprof's default for everything that shows calls. */
const defaultNodeCount = 80;

export function defineTree(command: Command, host: Host): void {
  command.argument('[file...]', inputFilesText);
  addReportFlags(addTrimFlags(command)).action((files: string[], flags: ReportFlags & TrimFlags) =>
    runTree(host, files, flags, { trim: trimOptions(flags, defaultNodeCount) }),
  );
  addExamples(command, [
    ['plateau tree cpu.pb.gz', 'every function between its callers and callees'],
    ['plateau tree cpu.pb.gz -n 20 --cum', 'the twenty with the highest cum'],
  ]);
}

export function definePeek(command: Command, host: Host): void {
  command.argument('<regex>', 'the functions to look at').argument('[file...]', inputFilesText);
  addReportFlags(addTrimFlags(command)).action(
    (regex: string, files: string[], flags: ReportFlags & TrimFlags) => {
      const { sort, dropNegative } = trimOptions(flags, 0);
      return runTree(host, files, flags, { trim: { ...noTrimming, sort, dropNegative }, regex });
    },
  );
  addExamples(command, [
    ["plateau peek 'json.*decode' cpu.pb.gz", 'who calls the decoder, and what it calls'],
    ['plateau peek main cpu.pb.gz --lines', 'the same per source line'],
  ]);
}

async function runTree(
  host: Host,
  files: readonly string[],
  flags: ReportFlags,
  { trim, regex }: { trim: TrimOptions; regex?: string },
): Promise<void> {
  const wanted = regex === undefined ? undefined : compileExpression(regex, 'peek');
  const named = regex === undefined ? inputFiles(host, files) : inputFilesOf(host, regex, files);
  const context = await openReport(host, await named, flags);
  const options = nodeOptions(flags);
  const graph = costGraph(context.profile, context.measure, options, trim);
  const tables = callTables(graph, (label) => wanted?.test(label) ?? true);
  if (regex !== undefined && tables.length === 0) {
    throw new ToolError('no-data', `no function matches ${regex}`, {
      hint: 'plateau top FILE shows the names there are',
    });
  }
  if (flags.json === true) {
    await writeJson(host, flags, treeJson(context, graph, tables, options.paths));
    return;
  }
  const lines =
    flags.csv === true
      ? csvLines(treeColumns, treeCsvRows(treeJson(context, graph, tables, options.paths)))
      : treeText(context, graph, tables, trim.nodeFraction, textStyle(host, flags));
  await writeLines(host, flags, lines);
}
