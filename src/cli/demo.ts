import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { buildCallTree, resolveValueType } from '../analysis/index.ts';
import { saveProfile } from '../load/index.ts';
import { fileError } from '../platform/file-errors.ts';
import type { Host } from '../platform/host.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import type { Profile } from '../profile/index.ts';
import { renderFlameSvg } from '../render/index.ts';
import { colorsOf } from './colors.ts';
import { demoAnswer } from './demo-answer.ts';
import { demoPrograms } from './demo-findings-table.ts';
import { type DemoResult, demoResult } from './demo-result.ts';
import { type RecordedWorkload, recordWorkload } from './demo-workload.ts';
import { addExamples } from './examples.ts';
import { writeNote } from './note.ts';
import { programName } from './program-name.ts';
import { exportReport } from './view-export.ts';

interface DemoFlags {
  readonly dir: string;
  readonly language?: string;
}

const title = 'plateau demo: three slow functions';

export function defineDemo(command: Command, host: Host): void {
  command
    .option('--dir <folder>', 'where to write plateau-demo.*', '.')
    .addOption(
      new Option(
        '--language <name>',
        'of the slow program; the first that can be built otherwise',
      ).choices(demoPrograms.map(({ word }) => word)),
    )
    .action((flags: DemoFlags) => runDemo(host, flags));
  addExamples(command, [
    ['plateau demo', 'build, record, explain, draw; takes some seconds'],
    ['plateau demo --dir /tmp', 'leave the current folder alone'],
  ]);
}

async function runDemo(host: Host, flags: DemoFlags): Promise<void> {
  makeFolder(flags.dir);
  if (host.quiet !== true) {
    await host.stderr.write('Recording a program that is slow on purpose: some seconds …\n');
  }
  const base = join(flags.dir, 'plateau-demo');
  const workload = await recordWorkload(host, base, flags.language);
  for (const reason of workload.passedOver) await writeNote(host, reason);
  await writeAnswer(host, workload, base);
}

async function writeAnswer(host: Host, workload: RecordedWorkload, base: string): Promise<void> {
  const { program, command, engine } = workload;
  const endings = ['.plateau', '.svg', '.html'];
  const files = { base, endings, command, program: programName(host) };
  const result = demoResult(workload.profile, program.findings);
  const profile = withAnswer(workload.profile, result, engine);
  await saveProfile(host, profile, `${base}.plateau`);
  await writeText(`${base}.svg`, Array.from(flameGraph(profile)).join(''));
  const saved = { name: 'plateau-demo.plateau', path: resolve(host.cwd, `${base}.plateau`) };
  await exportReport(host, [saved], `${base}.html`);
  const answer = demoAnswer(result, files, colorsOf(host, host.stdout));
  await host.stdout.write(`${answer.join('\n')}\n`);
}

/** What is known of the program goes with its profile; the # keeps it out of text reports. */
function withAnswer(profile: Profile, { findings }: DemoResult, engine: string): Profile {
  const known = findings.map(
    ({ finding }) => `${finding.name}: ${finding.why}; fix: ${finding.fix}`,
  );
  const lines = [`sampled with ${engine}`, ...known].map((line) => `# ${line}`);
  const comments = [...profile.meta.comments, ...lines];
  return Object.freeze({ ...profile, meta: { ...profile.meta, comments } });
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
