import type { Command } from 'commander';
import { traces } from '../analysis/index.ts';
import type { Host } from '../platform/host.ts';
import { csvLines } from '../render/csv.ts';
import { traceColumns, traceCsvRows, tracesJsonText } from '../render/json/traces-json.ts';
import { tracesText } from '../render/text/traces-text.ts';
import { addExamples } from './examples.ts';
import { inputFiles, inputFilesText } from './input-files.ts';
import { addReportFlags, nodeOptions, type ReportFlags } from './report-flags.ts';
import { openReport } from './report-input.ts';
import { textStyle, writeLines } from './report-output.ts';

export function defineTraces(command: Command, host: Host): void {
  command.argument('[file...]', inputFilesText);
  addReportFlags(command).action((files: string[], flags: ReportFlags) =>
    runTraces(host, files, flags),
  );
  addExamples(command, [
    ['plateau traces cpu.pb.gz --focus malloc', 'every stack that passes malloc'],
    ['plateau traces cpu.pb.gz --csv', 'one line per stack, with its labels'],
  ]);
}

async function runTraces(host: Host, files: readonly string[], flags: ReportFlags): Promise<void> {
  const context = await openReport(host, await inputFiles(host, files), flags);
  const found = traces(context, nodeOptions(flags));
  const lines =
    flags.json === true
      ? tracesJsonText(context, found)
      : flags.csv === true
        ? csvLines(traceColumns, traceCsvRows(context, found))
        : tracesText(context, found, textStyle(host, flags));
  await writeLines(host, flags, lines);
}
