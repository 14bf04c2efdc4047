import { spawnSync } from 'node:child_process';
import type { Fde } from '../../src/dwarf/cfi-entry.ts';
import type { CfiRow } from '../../src/dwarf/cfi-row.ts';
import type { CfiSection } from '../../src/dwarf/cfi-section.ts';
import { ruleKinds } from '../../src/dwarf/cfi-table.ts';

/** Names readelf gives to registers, by DWARF number. */
const registerNames = {
  'x86-64': 'rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 rip'.split(' '),
  aarch64: [...Array.from({ length: 31 }, (_, n) => `x${n}`), 'sp'],
};
export type JudgedMachine = keyof typeof registerNames;

/** `readelf --debug-dump=frames-interp`: the rows of each FDE, by its offset, as lines of text. */
export function readelfFrames(path: string, section: string): Map<number, string[]> {
  // Its status tells of a separate debug file it could not open, not of what it printed.
  const { stdout } = spawnSync('readelf', ['--debug-dump=frames-interp', path], {
    encoding: 'utf8',
    maxBuffer: 1 << 29,
  });
  const part = stdout.split(/^Contents of the /m).find((text) => text.startsWith(`${section} `));
  const frames = new Map<number, string[]>();
  let rows: string[] = [];
  let columns: string[] = [];
  for (const line of (part ?? '').split('\n')) {
    const fde = /^([0-9a-f]+) [0-9a-f]+ [0-9a-f]+ (FDE|CIE)/.exec(line);
    if (fde !== null) {
      rows = [];
      if (fde[2] === 'FDE') frames.set(Number.parseInt(fde[1] ?? '', 16), rows);
    } else if (/^ +LOC/.test(line)) columns = line.trim().split(/ +/).slice(2);
    else if (/^[0-9a-f]{16} /.test(line)) rows.push(theirRow(line, columns));
  }
  return frames;
}

/** `u` is also what readelf prints where nothing was said. */
function theirRow(line: string, columns: readonly string[]): string {
  const [location, cfa, ...rules] = line
    .replace(/ \(\w+\)/g, '')
    .trim()
    .split(/ +/);
  const said = columns
    .map((name, at) => `${name}=${rules[at]}`)
    .filter((rule) => !rule.endsWith('=u'));
  return [location, cfa, ...said.sort()].join(' ');
}

/** The rows of an FDE as the same lines; an FDE that never moves has none there. */
export function ourFrames(section: CfiSection, fde: Fde, machine: JudgedMachine): string[] {
  const rows: string[] = [];
  const { program } = section;
  program.start(fde);
  while (program.next()) {
    const location = program.rowStart.toString(16).padStart(16, '0');
    rows.push(`${location} ${rowText(program.row, fde.cie.returnRegister, machine)}`);
  }
  return rows;
}

function rowText(row: CfiRow, returnRegister: number, machine: JudgedMachine): string {
  const names = registerNames[machine];
  const name = (register: number): string =>
    register === returnRegister ? 'ra' : (names[register] ?? vectorName(register));
  const rules: string[] = [];
  for (let register = 0; register < row.used; register++) {
    const text = ruleText(row.kind(register), row.value(register));
    if (text !== 'u') rules.push(`${name(register)}=${text}`);
  }
  const cfa = row.cfaRegister < 0 ? 'exp' : `${names[row.cfaRegister]}${withSign(row.cfaOffset)}`;
  return [cfa, ...rules.sort()].join(' ');
}

function vectorName(register: number): string {
  return register >= 64 ? `v${register - 64}` : `r${register}`;
}

function ruleText(kind: number, value: number): string {
  switch (kind) {
    case ruleKinds.sameValue:
      return 's';
    case ruleKinds.offset:
      return `c${withSign(value)}`;
    case ruleKinds.valueOffset:
      return `v${withSign(value)}`;
    case ruleKinds.register:
      return `r${value}`;
    case ruleKinds.expression:
      return 'exp';
    case ruleKinds.valueExpression:
      return 'vexp';
    default:
      return 'u';
  }
}

function withSign(value: number): string {
  return value < 0 ? String(value) : `+${value}`;
}
