/**
 * A form of an instruction. Tables are text, one form per line:
 *
 *     KEY [CONDITIONS] NAME [OPERANDS]
 *
 * KEY is the opcode in hex; `+r` and `+cc` stand for 8 registers and 16 conditions; `/n` asks for that
 * value in ModRM.reg, a following `r` or `m` for a register or memory in ModRM.rm, `=xx` for that whole
 * ModRM byte. CONDITIONS are joined by dots: the mandatory prefix (np, 66, f3, f2), w0/w1, l0/l1/l2.
 * NAME is `intel` or `intel:att`. A sign at its end gives AT&T's a size letter: `~` when an operand is memory,
 * `^` always, `+` that of the first operand, `%` x, y or z for the vector in memory. OPERANDS are codes of `operands.ts`, separated by commas, as Intel orders them.
 * The first line that fits wins.
 */
export interface OpcodeEntry {
  readonly name: string;
  readonly attName: string;
  readonly attSuffix: AttSuffix;
  readonly operands: readonly string[];
  /** -1 = any. */
  readonly prefix: number;
  readonly w: number;
  readonly l: number;
  readonly reg: number;
  readonly form: 'r' | 'm' | '';
  readonly modrm: number;
  readonly hasModrm: boolean;
}

export type AttSuffix = 'none' | 'memory' | 'always' | 'first' | 'vector';

const suffixSigns: Readonly<Record<string, AttSuffix>> = {
  '~': 'memory',
  '^': 'always',
  '+': 'first',
  '%': 'vector',
};

/** Entries by opcode byte. */
export type OpcodeMap = readonly (readonly OpcodeEntry[])[];

const prefixNames = ['np', '66', 'f3', 'f2'];
const conditionNames = 'o no b ae e ne be a s ns p np l ge le g'.split(' ');
const linePattern =
  /^([0-9a-f]{2})(\+r|\+cc)?(?:\/([0-7]))?([rm])?(?:=([0-9a-f]{2}))?(?: ((?:np|66|f3|f2|w[01]|l[012])(?:\.(?:w[01]|l[012]))*))? (\S+)(?: (\S+))?$/;
/** Operand codes that are found through ModRM. */
const modrmCodes = /^(?:[EGMRVWUPQNSCDK]|Y[xo])/;

/** Reads a table; a line that is not understood is a mistake of the table and throws. */
export function parseOpcodes(...texts: readonly string[]): OpcodeMap {
  const map: OpcodeEntry[][] = Array.from({ length: 256 }, () => []);
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    const found = linePattern.exec(trimmed);
    if (found === null) throw new Error(`opcode table: ${trimmed}`);
    const [, opcode = '', span = ''] = found;
    const count = span === '+r' ? 8 : span === '+cc' ? 16 : 1;
    for (let step = 0; step < count; step++) {
      map[Number.parseInt(opcode, 16) + step]?.push(entryOf(found, step));
    }
  }
  return map;
}

function entryOf(found: RegExpExecArray, step: number): OpcodeEntry {
  const [, , , reg, form, modrm, conditions = '', fullName = '', operandText = ''] = found;
  const words = conditions.split('.');
  const operands = operandText === '' ? [] : operandText.split(',');
  const [name = '', attName = name] = fullName
    .replace(/[~^+%]$/, '')
    .replaceAll('CC', conditionNames[step] ?? '')
    .replace('}-', '} ')
    .split(':');
  return {
    name,
    attName,
    attSuffix: suffixSigns[fullName.at(-1) ?? ''] ?? 'none',
    operands,
    prefix: prefixNames.indexOf(words[0] ?? ''),
    w: numberOf(words, 'w'),
    l: numberOf(words, 'l'),
    reg: reg === undefined ? -1 : Number(reg),
    form: form === 'r' || form === 'm' ? form : '',
    modrm: modrm === undefined ? -1 : Number.parseInt(modrm, 16),
    hasModrm:
      (reg ?? form ?? modrm) !== undefined || operands.some((code) => modrmCodes.test(code)),
  };
}

function numberOf(words: readonly string[], letter: string): number {
  const word = words.find((each) => each.length === 2 && each[0] === letter);
  return word === undefined ? -1 : Number(word[1]);
}

export interface EntryFacts {
  readonly prefix: number;
  readonly w: number;
  readonly l: number;
  /** -1 = the code ends before it. */
  readonly modrm: number;
}

/** The first entry of an opcode that fits. */
export function findEntry(
  entries: readonly OpcodeEntry[],
  { prefix, w, l, modrm }: EntryFacts,
): OpcodeEntry | undefined {
  return entries.find(
    (entry) =>
      (entry.prefix < 0 || entry.prefix === prefix) &&
      (entry.w < 0 || entry.w === w) &&
      (entry.l < 0 || entry.l === l) &&
      (entry.reg < 0 || entry.reg === ((modrm >> 3) & 7)) &&
      (entry.form === '' || (entry.form === 'r') === modrm >= 0xc0) &&
      (entry.modrm < 0 || entry.modrm === modrm),
  );
}
