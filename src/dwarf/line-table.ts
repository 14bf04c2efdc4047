import { forms } from './form-table.ts';
import { type LineHeader, type NameList, parseLineHeader } from './line-header.ts';
import { LineIndex } from './line-index.ts';
import { LineProgram } from './line-program.ts';
import { textAt } from './section-cursor.ts';
import type { Unit } from './unit.ts';

/** The source lines of a unit: its program is run once, its names are decoded when shown. */
export class LineTable {
  /** Its row is the one that was found last. */
  readonly program: LineProgram;
  readonly #index: LineIndex;
  readonly #unit: Unit;
  readonly #header: LineHeader;
  readonly #bytes: Uint8Array;
  readonly #paths = new Map<number, string>();

  constructor(unit: Unit) {
    const { file, header } = unit;
    this.#unit = unit;
    this.#bytes = file.bytes('.debug_line');
    this.#header = parseLineHeader(this.#bytes, file.littleEndian, unit.lines, header.addressSize);
    const special = file.lineIndex.specialOpcodes(this.#header);
    this.program = new LineProgram(this.#bytes, file.littleEndian, this.#header, special);
    this.#index = new LineIndex(this.program, file.lineIndex);
  }

  /** Whether an address belongs to a row, which `program` then has. */
  find(svma: number): boolean {
    return this.#index.find(svma);
  }

  /** The whole path of a file; '' for an index that names none. */
  path(index: number): string {
    const known = this.#paths.get(index);
    if (known !== undefined) return known;
    const path = this.#join(index);
    this.#paths.set(index, path);
    return path;
  }

  #join(index: number): string {
    const { files, folders, version } = this.#header;
    const row = index - files.firstIndex;
    if (!(row >= 0 && row < files.at.length)) return '';
    const name = this.#text(files, row);
    if (isAbsolute(name)) return name;
    const folderRow = (files.folder[row] as number) - folders.firstIndex;
    const isListed = folderRow >= 0 && folderRow < folders.at.length;
    const folder = isListed ? this.#text(folders, folderRow) : '';
    if (isAbsolute(folder)) return join(folder, name);
    // Folder 0 is where the compiler ran: listed itself from DWARF 5 on, else in the unit.
    const isOrigin = version >= 5 && folderRow === 0 && isAbsolute(folder);
    const origin = isOrigin ? '' : this.#unit.compilationFolder;
    return join(join(origin, folder), name);
  }

  #text(list: NameList, row: number): string {
    const form = list.form[row] as number;
    const at = list.at[row] as number;
    return form === forms.string ? textAt(this.#bytes, at) : this.#unit.text(form, at);
  }
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
}

function join(folder: string, name: string): string {
  if (folder === '') return name;
  if (name === '') return folder;
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}
