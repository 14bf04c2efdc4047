import type { Command } from 'commander';
import { terminalSafe } from '../base/terminal-text.ts';
import { wrapWords } from '../base/text-layout.ts';
import { readBinaryFacts } from '../platform/binary-facts.ts';
import type { Host } from '../platform/host.ts';
import { readMachineFacts } from '../platform/machine-facts.ts';
import { readToolVersions } from '../platform/tool-versions.ts';
import { samplingRight } from '../record/native/sampling-right.ts';
import { type Colors, colorsOf } from './colors.ts';
import {
  binaryChecks,
  type Check,
  type CheckState,
  machineChecks,
  toolCheck,
} from './doctor-checks.ts';
import { addExamples } from './examples.ts';
import { ExitStatus } from './exit-status.ts';
import { version } from './version.ts';

interface DoctorFlags {
  readonly json?: boolean;
  readonly strict?: boolean;
}

interface Diagnosis {
  readonly version: string;
  readonly machine: readonly Check[];
  readonly binary: { readonly path: string; readonly checks: readonly Check[] } | null;
}

const compilers = {
  gcc: ['--version'],
  clang: ['--version'],
  rustc: ['--version'],
  go: ['version'],
} as const;
const tools = {
  perf: ['--version'],
  gdb: ['--version'],
  objdump: ['--version'],
} as const;

export function defineDoctor(command: Command, host: Host): void {
  command
    .argument('[binary]', 'an executable or library: can its samples be explained?')
    .option('--json', 'print one JSON value')
    .option('--strict', 'exit with status 1 when anything is not ok')
    .action(async (binary: string | undefined, flags: DoctorFlags) => {
      const diagnosis = await diagnose(binary);
      const text =
        flags.json === true
          ? `${JSON.stringify(diagnosis, undefined, 2)}\n`
          : renderDiagnosis(diagnosis, host.stdout.columns, colorsOf(host, host.stdout));
      await host.stdout.write(text);
      const checks = [...diagnosis.machine, ...(diagnosis.binary?.checks ?? [])];
      if (flags.strict === true && checks.some(({ state }) => state !== 'ok')) {
        throw new ExitStatus(1);
      }
    });
  addExamples(command, [
    ['plateau doctor', 'what this machine allows'],
    ['plateau doctor ./server', 'and what this binary carries'],
    ['plateau doctor --json', 'for a script'],
  ]);
}

async function diagnose(binary: string | undefined): Promise<Diagnosis> {
  const facts = binary === undefined ? undefined : readBinaryFacts(binary);
  const [compilerVersions, toolVersions] = await Promise.all([
    readToolVersions(compilers),
    readToolVersions(tools),
  ]);
  const machine = [
    ...machineChecks(readMachineFacts(), samplingRight()),
    toolCheck('compilers', 'compilers', compilerVersions, 'to build what you profile'),
    toolCheck('tools', 'other tools', toolVersions, 'for comparison only'),
  ];
  const checked =
    binary === undefined || facts === undefined
      ? null
      : { path: binary, checks: binaryChecks(facts) };
  return { version, machine, binary: checked };
}

interface Layout {
  readonly width: number;
  readonly columns: number;
  readonly colors: Colors;
}

function renderDiagnosis(diagnosis: Diagnosis, columns: number, colors: Colors): string {
  const all = [...diagnosis.machine, ...(diagnosis.binary?.checks ?? [])];
  const width = Math.max(...all.map(({ title }) => title.length));
  const layout = { width, columns, colors };
  const lines = diagnosis.machine.map((check) => renderCheck(check, layout));
  if (diagnosis.binary !== null) {
    lines.push('', colors.bold(terminalSafe(diagnosis.binary.path)));
    lines.push(...diagnosis.binary.checks.map((check) => renderCheck(check, layout)));
  }
  const poor = all.filter(({ state }) => state !== 'ok').length;
  const verdict = poor === 0 ? 'Everything is there.' : `${poor} of ${all.length} can be better.`;
  return `${lines.join('\n')}\n\n${verdict}\n`;
}

/** Beside the columns of titles. */
const narrowest = 30;
const marks: Readonly<Record<CheckState, string>> = { ok: '✓', limited: '!', missing: '✗' };

function renderCheck(check: Check, layout: Layout): string {
  const { width, columns, colors } = layout;
  const paint = { ok: colors.green, limited: colors.yellow, missing: colors.red }[check.state];
  const state = paint(`${marks[check.state]} ${check.state.padEnd(7)}`);
  const indent = ' '.repeat(width + 15);
  const room = Math.max(narrowest, columns - indent.length);
  const wrap = (text: string, paint: (line: string) => string): string =>
    wrapWords(text, room).map(paint).join(`\n${indent}`);
  const fits = check.found.length + 2 + check.meaning.length <= room;
  const meaning = `${fits ? '  ' : `\n${indent}`}${wrap(check.meaning, colors.dim)}`;
  const fixes = check.fix === null ? '' : wrap(`fix: ${check.fix}`, String);
  const fix = fixes === '' ? '' : `\n${indent}${colors.cyan('fix:')}${fixes.slice('fix:'.length)}`;
  const found = fits ? check.found : wrap(check.found, String);
  return `  ${state}  ${check.title.padEnd(width)}  ${found}${meaning}${fix}`;
}
