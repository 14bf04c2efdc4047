import type { Command } from 'commander';
import { type ListedFunction, type ReportContext, sourceListing } from '../analysis/index.ts';
import { ToolError } from '../base/tool-error.ts';
import { readSource } from '../load/source-files.ts';
import type { Host } from '../platform/host.ts';
import { compileExpression } from '../profile/index.ts';
import { csvLines } from '../render/csv.ts';
import { listingColumns, listingCsvRows, listingJson } from '../render/json/listing-json.ts';
import { listingText, type SourceText } from '../render/text/listing-text.ts';
import { addExamples } from './examples.ts';
import { inputFilesOf, inputFilesText } from './input-files.ts';
import { addReportFlags, nodeOptions, type ReportFlags } from './report-flags.ts';
import { openReport } from './report-input.ts';
import { textStyle, writeJson, writeLines } from './report-output.ts';

export function defineList(command: Command, host: Host): void {
  command.argument('<regex>', 'the functions to list').argument('[file...]', inputFilesText);
  addReportFlags(command).action((regex: string, files: string[], flags: ReportFlags) =>
    runList(host, regex, files, flags),
  );
  addExamples(command, [
    ["plateau list 'main\\.parse' cpu.pb.gz", 'the source with the cost of each line'],
    ['plateau list parse cpu.pb.gz --source-path ~/src/app', 'sources moved since'],
  ]);
}

async function runList(
  host: Host,
  regex: string,
  files: readonly string[],
  flags: ReportFlags,
): Promise<void> {
  const wanted = compileExpression(regex, 'list');
  const context = await openReport(host, await inputFilesOf(host, regex, files), flags);
  const listed = sourceListing(context, nodeOptions(flags), (name) => wanted.test(name));
  if (listed.length === 0) {
    throw new ToolError('no-data', `no function matches ${regex}`, {
      hint: 'plateau top FILE shows the names there are',
    });
  }
  const sourceOf = await readSources(host, context, listed, flags);
  if (flags.json === true) {
    await writeJson(host, flags, listingJson(context, listed, sourceOf));
    return;
  }
  const lines =
    flags.csv === true
      ? csvLines(listingColumns, listingCsvRows(listingJson(context, listed, sourceOf)))
      : listingText(context, listed, sourceOf, textStyle(host, flags));
  await writeLines(host, flags, lines);
}

/** Reads each file once. */
async function readSources(
  host: Host,
  { profile }: ReportContext,
  listed: readonly ListedFunction[],
  flags: ReportFlags,
): Promise<(file: string) => SourceText> {
  const { paths } = nodeOptions(flags);
  const texts = new Map<string, SourceText>();
  for (const { file } of listed) {
    if (file === '' || texts.has(file)) continue;
    const source = await readSource(profile, file, paths, host.cwd);
    texts.set(
      file,
      'missing' in source
        ? { missing: `${source.missing}; --source-path says where to look` }
        : { ...source, lines: splitLines(source.text) },
    );
  }
  return (file) => texts.get(file) ?? { missing: 'the profile does not name a source file' };
}

function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
