import type { Command } from 'commander';
import { tagsOf } from '../analysis/index.ts';
import type { Host } from '../platform/host.ts';
import { csvLines } from '../render/csv.ts';
import { tagColumns, tagCsvRows, tagsJson } from '../render/json/tags-json.ts';
import { tagsText } from '../render/text/tags-text.ts';
import { addExamples } from './examples.ts';
import { inputFiles, inputFilesText } from './input-files.ts';
import { addReportFlags, type ReportFlags } from './report-flags.ts';
import { openReport, writeNotes } from './report-input.ts';
import { textStyle, writeJson, writeLines } from './report-output.ts';

export function defineTags(command: Command, host: Host): void {
  command.argument('[file...]', inputFilesText);
  addReportFlags(command).action((files: string[], flags: ReportFlags) =>
    runTags(host, files, flags),
  );
  addExamples(command, [
    ['plateau tags cpu.pb.gz', 'how much each label value costs'],
    ['plateau tags perf-script.txt', 'how much each thread and process costs'],
  ]);
}

async function runTags(host: Host, files: readonly string[], flags: ReportFlags): Promise<void> {
  const context = await openReport(host, await inputFiles(host, files), flags);
  const tags = tagsOf(context);
  if (flags.json === true) {
    await writeJson(host, flags, tagsJson(context, tags));
    return;
  }
  if (tags.length === 0) await writeNotes(host, ['the samples carry no labels']);
  const lines =
    flags.csv === true
      ? csvLines(tagColumns, tagCsvRows(tagsJson(context, tags)))
      : tagsText(context, tags, textStyle(host, flags));
  await writeLines(host, flags, lines);
}
