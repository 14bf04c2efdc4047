import { type Command, Option } from 'commander';
import type { Host } from '../platform/host.ts';
import { rawJsonText } from '../render/json/raw-json.ts';
import { healthLines } from '../render/text/health-text.ts';
import { rawText } from '../render/text/raw-text.ts';
import { addExamples } from './examples.ts';
import { inputFiles, inputFilesText } from './input-files.ts';
import { openMerged, writeNotes } from './report-input.ts';
import { writeLines } from './report-output.ts';
import { addViewFlags, type ViewFlags, viewProfile } from './view-flags.ts';

interface RawFlags extends ViewFlags {
  readonly json?: boolean;
  readonly output?: string;
}

export function defineRaw(command: Command, host: Host): void {
  command
    .argument('[file...]', inputFilesText)
    .addOption(new Option('--json', 'print JSON').helpGroup('Output:'))
    .addOption(
      new Option('-o, --output <file>', 'write to a file, - for standard output').helpGroup(
        'Output:',
      ),
    );
  addViewFlags(command).action(async (files: string[], flags: RawFlags) => {
    const whole = await openMerged(host, await inputFiles(host, files), true);
    const view = viewProfile(whole, flags);
    await writeNotes(host, [...view.notes, ...healthLines(whole.meta.health)]);
    await writeLines(
      host,
      flags,
      flags.json === true ? rawJsonText(view.profile) : rawText(view.profile),
    );
  });
  addExamples(command, [
    ['plateau raw cpu.pb.gz', 'samples, locations and images as text'],
    ['plateau raw cpu.pb.gz --json', 'the same for a program'],
  ]);
}
