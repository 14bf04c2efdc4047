import type { Command } from 'commander';
import { safeLine } from '../base/terminal-text.ts';
import type { Host } from '../platform/host.ts';
import { csvLines } from '../render/csv.ts';
import { addExamples } from './examples.ts';
import { inputFiles, inputFilesText } from './input-files.ts';
import { addOutputFlags, type OutputFlags } from './report-flags.ts';
import { openMerged } from './report-input.ts';
import { writeJson, writeLines } from './report-output.ts';

export function defineComments(command: Command, host: Host): void {
  command.argument('[file...]', inputFilesText);
  addOutputFlags(command).action(async (files: string[], flags: OutputFlags) => {
    const { comments } = (await openMerged(host, await inputFiles(host, files), false)).meta;
    if (flags.json === true) await writeJson(host, flags, { comments });
    else if (flags.csv === true) {
      await writeLines(
        host,
        flags,
        csvLines(
          ['comment'],
          comments.map((text) => [text]),
        ),
      );
    } else await writeLines(host, flags, comments.map(safeLine));
  });
  addExamples(command, [['plateau comments cpu.pb.gz', 'notes the recorder left in the file']]);
}
