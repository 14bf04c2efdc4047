import type { Command } from 'commander';
import { profileSummary } from '../analysis/index.ts';
import { openProfile } from '../load/index.ts';
import type { Host } from '../platform/host.ts';
import { defaultValueType } from '../profile/index.ts';
import { csvLines } from '../render/csv.ts';
import { type InfoJson, infoJson } from '../render/json/info-json.ts';
import { infoText } from '../render/text/info-text.ts';
import { addExamples } from './examples.ts';
import { inputFiles } from './input-files.ts';
import { addOutputFlags, type OutputFlags } from './report-flags.ts';
import { textStyle, writeJson, writeLines } from './report-output.ts';

export function defineInfo(command: Command, host: Host): void {
  command.argument(
    '[file...]',
    'profiles to describe; - is standard input; without any, profile.plateau or perf.data',
  );
  addOutputFlags(command).action((files: string[], flags: OutputFlags) =>
    runInfo(host, files, flags),
  );
  addExamples(command, [
    ['plateau info cpu.pb.gz', 'what is in the file'],
    ["plateau info --json x.plateau | jq '.samples, .health'", 'the same for a program'],
  ]);
}

async function runInfo(host: Host, files: readonly string[], flags: OutputFlags): Promise<void> {
  const described: InfoJson[] = [];
  const lines: string[] = [];
  for (const path of await inputFiles(host, files)) {
    const opened = await openProfile(host, path, { timeline: true });
    const summary = profileSummary(opened.profile, defaultValueType(opened.profile));
    const { name: format, title: formatTitle } = opened.format;
    const { wrappers, sizeBytes } = opened;
    const file = { path, format, formatTitle, wrappers, sizeBytes };
    described.push(infoJson(file, summary));
    if (lines.length > 0) lines.push('');
    lines.push(...infoText(file, summary, textStyle(host, flags)));
  }
  if (flags.json === true) {
    await writeJson(host, flags, described.length === 1 ? described[0] : described);
  } else {
    await writeLines(
      host,
      flags,
      flags.csv === true ? csvLines(infoColumns, csvRows(described)) : lines,
    );
  }
}

const infoColumns = ['path', 'format', 'samples', 'stacks', 'threads', 'durationNs', 'events'];

function csvRows(described: readonly InfoJson[]): (string | number)[][] {
  return described.map((info) => [
    info.path,
    info.format,
    info.samples,
    info.stacks,
    info.threads,
    info.durationNs,
    info.events.join(';'),
  ]);
}
