import type { Command } from 'commander';
import { resolveValueType } from '../analysis/index.ts';
import { Diagnostics } from '../base/diagnostics.ts';
import { wrapWords } from '../base/text-layout.ts';
import { ToolError } from '../base/tool-error.ts';
import { type Format, findFormat, formatNames, formats } from '../formats/index.ts';
import { chooseOutputFormat, openProfile, saveProfile } from '../load/index.ts';
import type { Host } from '../platform/host.ts';
import { diagnosticLines, healthLines } from '../render/text/health-text.ts';
import { addExamples } from './examples.ts';
import { writeNotes } from './report-input.ts';

interface ConvertFlags {
  readonly output: string;
  readonly to?: string;
  readonly from?: string;
  readonly sampleIndex?: string;
}

export function defineConvert(command: Command, host: Host): void {
  command
    .argument('<file>', 'the profile to read, - for standard input')
    .allowExcessArguments()
    .requiredOption('-o, --output <file>', 'where to write, - for standard output')
    .option('--to <format>', 'the format to write; else by the ending of the output')
    .option('--from <format>', 'the format to read; else told by the content')
    .option('--sample-index <type>', 'the value to write, where a format holds one')
    .usage('[options] <file> -o <output>')
    .action((_file: string, flags: ConvertFlags, { args }: Command) =>
      convertFile(host, args, flags),
    );
  const writable = formats.filter((format) => format.encode !== undefined);
  const lists = [...listed('Reads:  ', formats), ...listed('Writes: ', writable)];
  command.addHelpText('after', `\n${lists.join('\n')}`);
  addExamples(command, [
    ['plateau convert stacks.folded -o cpu.pb.gz', 'for go tool pprof'],
    ['perf script | plateau convert - --to folded -o -', 'for a pipe'],
    ['plateau convert heap.pb.gz --sample-index alloc_space -o a.folded', 'one of several values'],
  ]);
}

async function convertFile(
  host: Host,
  files: readonly string[],
  flags: ConvertFlags,
): Promise<void> {
  const [file = '-'] = files;
  if (files.length > 1) {
    throw new ToolError('usage', `convert takes one file, not ${files.length}`, {
      hint: `plateau merge ${files.join(' ')} -o ${flags.output}`,
    });
  }
  const output = chooseOutputFormat(flags.output, flags.to);
  const input = flags.from === undefined ? {} : { format: inputFormat(flags.from) };
  const timeline = output.timeline === true;
  const addresses = output.namesOnly !== true;
  const { profile } = await openProfile(host, file, { timeline, addresses, ...input });
  const valueType = resolveValueType(profile, flags.sampleIndex);
  await writeNotes(host, healthLines(profile.meta.health));
  const diagnostics = new Diagnostics();
  await saveProfile(host, profile, flags.output, { to: output.name, valueType, diagnostics });
  await writeNotes(host, diagnosticLines(diagnostics.list()));
}

function inputFormat(name: string): Format {
  const format = findFormat(name);
  if (format !== undefined) return format;
  throw new ToolError('usage', `no format named ${name}`, {
    hint: `formats that can be read: ${formatNames(formats)}`,
  });
}

const helpColumns = 80;

/** The names behind a title, as many lines as they need. */
function listed(title: string, list: readonly Format[]): string[] {
  const lines = wrapWords(formatNames(list), helpColumns - title.length);
  return lines.map((line, at) => `${at === 0 ? title : ' '.repeat(title.length)}${line}`);
}
