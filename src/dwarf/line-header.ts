import { encodingOf, forms, standardForm } from './form-table.ts';
import { SectionCursor } from './section-cursor.ts';

/** The header of a line program: DWARF 5, section 6.2.4, and DWARF 2 to 4. */
export interface LineHeader {
  readonly version: number;
  readonly addressSize: number;
  readonly minimumInstruction: number;
  readonly operationsPerInstruction: number;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  /** How many operands each standard opcode has, by opcode. */
  readonly operandCounts: Uint8Array;
  readonly folders: NameList;
  readonly files: NameList;
  /** Where the program starts and ends. */
  readonly program: number;
  readonly end: number;
}

/**
 * Names of folders or files as where they stand: a unit lists hundreds, of which few are ever shown.
 */
export class NameList {
  /** What the first entry is called: 0 from DWARF 5 on, 1 before. */
  readonly firstIndex: number;
  readonly form: number[] = [];
  readonly at: number[] = [];
  readonly folder: number[] = [];

  constructor(firstIndex: number) {
    this.firstIndex = firstIndex;
  }

  push(form: number, at: number, folder: number): void {
    this.form.push(form);
    this.at.push(at);
    this.folder.push(folder);
  }
}

export function parseLineHeader(
  bytes: Uint8Array,
  littleEndian: boolean,
  offset: number,
  addressSize: number,
): LineHeader {
  const cursor = new SectionCursor(bytes, '.debug_line', littleEndian, offset);
  const { length, offsetSize } = cursor.initialLength();
  const end = cursor.at + length;
  if (!(end <= bytes.length)) throw cursor.fail('line program reaches past the end of the section');
  const version = cursor.u16();
  if (version < 2 || version > 5) throw cursor.fail(`line program version ${version}`);
  const ownAddressSize = version >= 5 ? cursor.u8() : addressSize;
  if (version >= 5) cursor.skip(1); // size of segment selectors
  const headerLength = cursor.fixed(offsetSize);
  const program = cursor.at + headerLength;
  if (!(program <= end)) throw cursor.fail('header reaches past the line program');
  const minimumInstruction = cursor.u8();
  const operationsPerInstruction = version >= 4 ? cursor.u8() : 1;
  cursor.skip(1); // the default of is_stmt, which nothing here depends on
  const lineBase = (cursor.u8() << 24) >> 24;
  const lineRange = cursor.u8();
  const opcodeBase = cursor.u8();
  const operandCounts = new Uint8Array(256);
  for (let opcode = 1; opcode < opcodeBase; opcode++) operandCounts[opcode] = cursor.u8();
  const shape = { version, offsetSize, addressSize: ownAddressSize };
  const names = version >= 5 ? parseNames5(cursor, shape) : parseNames2(cursor);
  return {
    version,
    addressSize: ownAddressSize,
    minimumInstruction,
    operationsPerInstruction,
    lineBase,
    lineRange,
    opcodeBase,
    operandCounts,
    ...names,
    program,
    end,
  };
}

interface Names {
  readonly folders: NameList;
  readonly files: NameList;
}

/** DWARF 2 to 4: texts one after the other, up to an empty one. */
function parseNames2(cursor: SectionCursor): Names {
  const folders = new NameList(1);
  const files = new NameList(1);
  for (let at = cursor.passText(); cursor.at > at + 1; at = cursor.passText()) {
    folders.push(forms.string, at, 0);
  }
  for (let at = cursor.passText(); cursor.at > at + 1; at = cursor.passText()) {
    parseFile2(cursor, files, at);
  }
  return { folders, files };
}

export function parseFile2(cursor: SectionCursor, files: NameList, nameAt: number): void {
  files.push(forms.string, nameAt, cursor.uleb());
  cursor.uleb(); // time of modification
  cursor.uleb(); // length in bytes
}

type Shape = Parameters<typeof encodingOf>[1];

/** DWARF 5: each table says what its entries hold and in which form. */
function parseNames5(cursor: SectionCursor, shape: Shape): Names {
  return { folders: parseEntries(cursor, shape), files: parseEntries(cursor, shape) };
}

const contentPath = 1;
const contentFolder = 2;

function parseEntries(cursor: SectionCursor, shape: Shape): NameList {
  const list = new NameList(0);
  const formatCount = cursor.u8();
  const content: number[] = [];
  const form: number[] = [];
  for (let i = 0; i < formatCount; i++) {
    content.push(cursor.uleb());
    form.push(standardForm(cursor.uleb()));
  }
  const encoding = form.map((each) => encodingOf(each, shape));
  const count = cursor.uleb();
  const before = cursor.at;
  for (let entry = 0; entry < count; entry++) {
    let nameForm = 0;
    let nameAt = 0;
    let folder = 0;
    for (let i = 0; i < formatCount; i++) {
      const value = cursor.value(encoding[i] as number);
      if (content[i] === contentPath) {
        nameForm = form[i] as number;
        nameAt = value;
      } else if (content[i] === contentFolder) folder = value;
    }
    list.push(nameForm, nameAt, folder);
    if (cursor.at === before) throw cursor.fail('entries without contents');
  }
  return list;
}
