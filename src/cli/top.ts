import type { Command } from 'commander';
import { costGraph } from '../analysis/index.ts';
import type { Host } from '../platform/host.ts';
import { csvLines, csvRows } from '../render/csv.ts';
import { rowColumns } from '../render/json/report-json.ts';
import { topJson } from '../render/json/top-json.ts';
import { topText } from '../render/text/top-text.ts';
import { addExamples } from './examples.ts';
import { inputFiles, inputFilesText } from './input-files.ts';
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

export function defineTop(command: Command, host: Host): void {
  command.argument('[file...]', inputFilesText);
  addReportFlags(addTrimFlags(command)).action((files: string[], flags: ReportFlags & TrimFlags) =>
    runTop(host, files, flags),
  );
  addExamples(command, [
    ['plateau top cpu.pb.gz -n 10', 'the ten functions that cost most'],
    ['plateau top cpu.pb.gz --cum --focus parse', 'what calls parse, and what it calls'],
    ['plateau top new.pb.gz --diff-base old.pb.gz', 'what grew and what shrank'],
    ['plateau top cpu.pb.gz --lines --json', 'per source line, for a program'],
  ]);
}

async function runTop(
  host: Host,
  files: readonly string[],
  flags: ReportFlags & TrimFlags,
): Promise<void> {
  const context = await openReport(host, await inputFiles(host, files), flags);
  const options = nodeOptions(flags);
  const trim = trimOptions(flags, 0);
  const graph = costGraph(context.profile, context.measure, options, trim);
  if (flags.json === true) {
    await writeJson(host, flags, topJson(context, graph, options.paths));
    return;
  }
  const lines =
    flags.csv === true
      ? csvLines(rowColumns, csvRows(rowColumns, topJson(context, graph, options.paths).rows))
      : topText(context, graph, trim.nodeFraction, textStyle(host, flags));
  await writeLines(host, flags, lines);
}
