import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { buildCallTree, resolveValueType } from '../analysis/index.ts';
import { ToolError } from '../base/tool-error.ts';
import { saveProfile } from '../load/index.ts';
import { fileError } from '../platform/file-errors.ts';
import type { Host } from '../platform/host.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import type { Profile } from '../profile/index.ts';
import { recordV8 } from '../record/index.ts';
import { renderFlameSvg } from '../render/index.ts';
import { colorsOf } from './colors.ts';
import { demoAnswer } from './demo-answer.ts';
import { demoPage } from './demo-page.ts';
import { demoResult } from './demo-result.ts';
import { addExamples } from './examples.ts';
import { programName } from './program-name.ts';
import { defaultFrequencyHz } from './record-profile.ts';
import { version } from './version.ts';

interface DemoFlags {
  readonly dir: string;
}

const title = 'plateau demo: three slow functions';

export function defineDemo(command: Command, host: Host): void {
  command
    .option('--dir <folder>', 'where to write plateau-demo.*', '.')
    .action((flags: DemoFlags) => runDemo(host, flags));
  addExamples(command, [
    ['plateau demo', 'record, explain, draw; takes a few seconds'],
    ['plateau demo --dir /tmp', 'leave the current folder alone'],
  ]);
}

async function runDemo(host: Host, flags: DemoFlags): Promise<void> {
  makeFolder(flags.dir);
  // Relative to this file, so that it is found in a clone and in an installed package alike.
  const workload = fileURLToPath(new URL('../../demo/workload.js', import.meta.url));
  if (host.quiet !== true) {
    await host.stderr.write('Recording a program that is slow on purpose: 4 seconds or so …\n');
  }
  const { profile, end } = await recordV8(host, {
    command: ['node', workload],
    frequencyHz: defaultFrequencyHz,
    sources: true,
    producer: `plateau ${version}`,
  });
  if (end.status !== 0) {
    throw new ToolError('target-failed', `the workload ended with status ${end.status}`, {
      hint: `node ${workload} --print shows why`,
    });
  }
  await writeAnswer(host, profile, join(flags.dir, 'plateau-demo'), workload);
}

async function writeAnswer(
  host: Host,
  profile: Profile,
  base: string,
  workload: string,
): Promise<void> {
  const endings = ['.plateau', '.svg', '.html'];
  const files = { base, endings, workload, program: programName(host) };
  const result = demoResult(profile);
  const svg = Array.from(flameGraph(profile)).join('');
  await saveProfile(host, profile, `${base}.plateau`);
  await writeText(`${base}.svg`, svg);
  await writeText(`${base}.html`, demoPage({ profile, result, files, title, svg }));
  const answer = demoAnswer(result, files, colorsOf(host, host.stdout));
  await host.stdout.write(`${answer.join('\n')}\n`);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw fileError(folder, 'write', error);
  }
}

function flameGraph(profile: Profile): Iterable<string> {
  const valueType = resolveValueType(profile, undefined);
  const tree = buildCallTree(profile, {
    valueType,
    direction: 'top-down',
    order: 'name',
    granularity: 'functions',
    minimumShare: 1e-6,
  });
  return renderFlameSvg(tree, { title }).chunks;
}

async function writeText(path: string, text: string): Promise<void> {
  await writeOutputFile(path, [new TextEncoder().encode(text)]);
}
