import { type Command, InvalidArgumentError, Option } from 'commander';
import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { escapeExpression } from '../profile/index.ts';
import { healthLines } from '../render/text/health-text.ts';
import { type ScriptField, scriptFields, scriptText } from '../render/text/script-text.ts';
import { addExamples } from './examples.ts';
import { inputFiles } from './input-files.ts';
import { openMerged, writeNotes } from './report-input.ts';
import { writeLines } from './report-output.ts';
import { addViewFlags, type ViewFlags, viewProfile } from './view-flags.ts';

interface ScriptFlags extends ViewFlags {
  readonly fields?: ReadonlySet<ScriptField>;
  readonly inline: boolean;
  readonly ns?: boolean;
  readonly pid?: string;
  readonly tid?: string;
  readonly comm?: string;
  readonly output?: string;
}

/** All but source lines, which few want on every frame. */
const defaultFields: ReadonlySet<ScriptField> = new Set(
  scriptFields.filter((field) => field !== 'srcline'),
);

export function defineScript(command: Command, host: Host): void {
  command
    .argument('[file]', 'a profile; - is standard input; without one, profile.plateau or perf.data')
    .addOption(
      new Option('-F, --fields <list>', `which of ${scriptFields.join(',')}; +x adds, -x removes`)
        .argParser(parseFields)
        .helpGroup('Output:'),
    )
    .addOption(new Option('--no-inline', 'leave out inlined functions').helpGroup('Output:'))
    .addOption(new Option('--ns', 'times with nine decimals').helpGroup('Output:'))
    .addOption(new Option('-o, --output <file>', 'write to a file').helpGroup('Output:'))
    .addOption(new Option('--pid <pid>', 'samples of this process').helpGroup('Which samples:'))
    .addOption(new Option('--tid <tid>', 'samples of this thread').helpGroup('Which samples:'))
    .addOption(
      new Option('--comm <name>', 'samples of threads of this name').helpGroup('Which samples:'),
    );
  addViewFlags(command).action((file: string | undefined, flags: ScriptFlags) =>
    runScript(host, file, flags),
  );
  addExamples(command, [
    ['plateau script perf.data | less', 'every sample with its stack'],
    ['plateau script perf.data | inferno-collapse-perf', 'for tools that read perf script'],
    ['plateau script profile.plateau -F -period,+srcline --comm worker', 'other fields'],
  ]);
}

async function runScript(host: Host, file: string | undefined, flags: ScriptFlags): Promise<void> {
  const files = await inputFiles(host, file === undefined ? [] : [file]);
  const whole = await openMerged(host, files, true);
  const view = viewProfile(whole, narrowed(flags));
  await writeNotes(host, [...view.notes, ...healthLines(whole.meta.health)]);
  const lines = scriptText(view.profile, {
    fields: flags.fields ?? defaultFields,
    noInline: !flags.inline,
    nanoseconds: flags.ns === true,
  });
  await writeLines(host, flags, lines);
}

/** perf's filters in the words of the view flags. */
function narrowed(flags: ScriptFlags): ViewFlags {
  const { pid, tid, comm } = flags;
  if (tid !== undefined && comm !== undefined) {
    throw new ToolError('usage', '--tid and --comm exclude each other', {
      hint: 'give one of them',
    });
  }
  const thread = tid ?? (comm === undefined ? undefined : `^${escapeExpression(comm)}$`);
  return {
    ...flags,
    ...(pid === undefined ? {} : { process: pid }),
    ...(thread === undefined ? {} : { thread }),
  };
}

/** `comm,ip,sym` is exactly these; with `+` or `-` before names the default is changed. */
function parseFields(text: string): ReadonlySet<ScriptField> {
  const words = text.split(',').filter((word) => word !== '');
  const isChange = words.some((word) => /^[+-]/.test(word));
  const fields = new Set(isChange ? defaultFields : []);
  for (const word of words) {
    const field = scriptFields.find((name) => name === word.replace(/^[+-]/, ''));
    if (field === undefined) {
      throw new InvalidArgumentError(`${word} is none of ${scriptFields.join(', ')}`);
    }
    if (word.startsWith('-')) fields.delete(field);
    else fields.add(field);
  }
  return fields;
}
