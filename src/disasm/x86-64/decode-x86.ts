import type { Instruction, InstructionKind, Syntax } from '../instruction.ts';
import { CodeCursor, type Encoding, longestInstruction, readEncoding } from './encoding.ts';
import { evexMap1, evexMap2, evexMap3 } from './evex-table.ts';
import { attMnemonic, widenedName } from './mnemonic.ts';
import { oneByteOpcodes } from './one-byte-table.ts';
import { findEntry, type OpcodeEntry, type OpcodeMap, parseOpcodes } from './opcode-entry.ts';
import type { Operand } from './operand.ts';
import { operandText } from './operand-text.ts';
import { OperandReader } from './operands.ts';
import { findPredicate } from './predicates-table.ts';
import { prefixWords } from './prefix-words.ts';
import { threeByte3a, threeByte38 } from './three-byte-table.ts';
import { twoByteOpcodes } from './two-byte-table.ts';
import { vexMap1, vexMap2, vexMap3 } from './vex-table.ts';
import { x87Opcodes } from './x87-table.ts';

/** The opcode of fwait. */
const waiting = 0x9b;

const tables: Readonly<Record<Encoding['kind'], readonly (() => string)[]>> = {
  legacy: [() => oneByteOpcodes() + x87Opcodes, twoByteOpcodes, threeByte38, () => threeByte3a],
  vex: [() => '', vexMap1, vexMap2, vexMap3],
  evex: [() => '', evexMap1, evexMap2, evexMap3],
};

/** Decodes x86-64. A table is read when code first needs it: most code needs few. */
export class X86Decoder {
  readonly #maps = new Map<() => string, OpcodeMap>();

  /** The instruction at `code[at]`, whose address is `address`. One of length 1 when there is none. */
  decode(code: Uint8Array, at: number, address: number, syntax: Syntax): Instruction {
    if (code[at] !== waiting) return this.#decodeOne(code, at, address, syntax);
    // Assemblers write the wait that comes before as part of the name: fwait, fnstcw is fstcw.
    const next = this.#decodeOne(code, at + 1, address + 1, syntax);
    if (!/^fn(?!op)/.test(next.mnemonic)) return this.#decodeOne(code, at, address, syntax);
    return {
      ...next,
      address,
      length: next.length + 1,
      mnemonic: next.mnemonic.replace('fn', 'f'),
    };
  }

  #decodeOne(code: Uint8Array, at: number, address: number, syntax: Syntax): Instruction {
    const cursor = new CodeCursor(code, at);
    const encoding = readEncoding(cursor);
    const entry = encoding && this.#find(encoding, cursor);
    if (encoding === undefined || entry === undefined) return badInstruction(address);
    const read = readOperands(cursor, encoding, entry);
    const length = cursor.at - at;
    if (read === undefined || cursor.isBehindEnd || length > longestInstruction) {
      return badInstruction(address);
    }
    return written(encoding, entry, read, { address, length, syntax });
  }

  #find(encoding: Encoding, cursor: CodeCursor): OpcodeEntry | undefined {
    const table = tables[encoding.kind][encoding.map];
    if (table === undefined) return undefined;
    const entries = this.#mapOf(table)[encoding.opcode];
    if (entries === undefined) return undefined;
    const { prefix, w, l } = encoding;
    return findEntry(entries, { prefix, w, l, modrm: cursor.peek() });
  }

  #mapOf(table: () => string): OpcodeMap {
    const known = this.#maps.get(table);
    if (known !== undefined) return known;
    const map = parseOpcodes(table());
    this.#maps.set(table, map);
    return map;
  }
}

function badInstruction(address: number): Instruction {
  return {
    address,
    length: 1,
    mnemonic: '(bad)',
    operands: '',
    kind: 'bad',
    target: -1,
    reference: -1,
  };
}

interface ReadOperands {
  readonly operands: readonly Operand[];
  /** What a predicate puts in place of `?`. */
  readonly predicate: string;
  readonly reader: OperandReader;
}

function readOperands(
  cursor: CodeCursor,
  encoding: Encoding,
  entry: OpcodeEntry,
): ReadOperands | undefined {
  const isRounded = entry.operands.includes('er') || entry.operands.includes('sae');
  const reader = new OperandReader(cursor, encoding, entry.hasModrm, isRounded);
  const operands: Operand[] = [];
  let predicate = '';
  for (const code of entry.operands) {
    if (code.startsWith('?')) {
      const value = reader.imm8();
      const word = findPredicate(code, value);
      predicate = word ?? '';
      if (word === undefined) {
        operands.push({ kind: 'immediate', text: `0x${value.toString(16)}` });
      }
      continue;
    }
    const operand = reader.read(code);
    if (operand !== undefined) operands.push(operand);
    else if (code !== 'er' && code !== 'sae') return undefined;
  }
  return { operands, predicate, reader };
}

interface Place {
  readonly address: number;
  readonly length: number;
  readonly syntax: Syntax;
}

function written(
  encoding: Encoding,
  entry: OpcodeEntry,
  { operands, predicate, reader }: ReadOperands,
  { address, length, syntax }: Place,
): Instruction {
  const isAtt = syntax === 'att';
  const named = widenedName(entry, encoding, isAtt);
  const name = (isAtt ? attMnemonic(entry, named, operands) : named).replace('?', predicate);
  const end = address + length;
  const mask = maskText(encoding, isAtt);
  const isIndirect = /^l?(?:call|jmp)$/.test(name) && operands[0]?.kind !== 'target';
  const texts = operands.map((operand, index) => {
    const text = operandText(operand, syntax, end);
    return `${isAtt && isIndirect ? '*' : ''}${text}${index === 0 ? mask : ''}`;
  });
  const shown =
    name === 'nop' && encoding.opcode === 0x90 ? [] : texts.filter((text) => text !== '');
  const ordered = isAtt && name !== 'enter' ? shown.toReversed() : shown;
  const target = operands.find((operand) => operand.kind === 'target');
  const memory = operands.find((operand) => operand.kind === 'memory');
  return {
    address,
    length,
    mnemonic: [...prefixWords(encoding, entry, operands, reader), name].join(' '),
    operands: ordered.join(','),
    kind: kindOf(name),
    target: target === undefined ? -1 : end + target.distance,
    reference: memory?.isRipRelative === true ? end + memory.displacement : -1,
  };
}

function maskText({ mask, zeroing }: Encoding, isAtt: boolean): string {
  if (mask === 0) return zeroing ? '{z}' : '';
  return `{${isAtt ? '%' : ''}k${mask}}${zeroing ? '{z}' : ''}`;
}

function kindOf(name: string): InstructionKind {
  if (/^l?call/.test(name)) return 'call';
  if (/^l?jmp/.test(name)) return 'jump';
  if (/^(?:j|loop|xbegin)/.test(name)) return 'conditional-jump';
  if (/^(?:l?ret|iret|sysret|sysexit)/.test(name)) return 'return';
  if (/^(?:ud[012]|int3|hlt)$/.test(name)) return 'trap';
  return 'other';
}
