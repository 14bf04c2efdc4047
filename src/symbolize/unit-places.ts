import { ToolError } from '../base/tool-error.ts';
import {
  type FunctionIndex,
  LineTable,
  nameAt,
  nameReferred,
  scanFunctions,
  type Unit,
} from '../dwarf/index.ts';
import type { CodePlace } from './code-place.ts';

const nowhere: readonly CodePlace[] = [];

/** The code of one unit, read step by step as addresses ask for it. */
export class UnitPlaces {
  readonly #unit: Unit;
  /** The same unit, or its other half in a .dwo. */
  readonly #codeUnit: Unit;
  readonly #damage: ToolError[];
  #lines: LineTable | undefined;
  #functions: FunctionIndex | undefined;
  #allFunctions: FunctionIndex | undefined;
  #hasLines: boolean;
  #isDamaged = false;

  /** Without `lines` places have names only, which spares reading the table of lines. */
  constructor(unit: Unit, codeUnit: Unit, damage: ToolError[], lines: boolean) {
    this.#unit = unit;
    this.#codeUnit = codeUnit;
    this.#damage = damage;
    this.#hasLines = lines && unit.lines >= 0;
  }

  /** A unit that turns out to be damaged keeps the reason and answers no more. */
  at(svma: number): readonly CodePlace[] {
    if (this.#isDamaged) return nowhere;
    try {
      return this.#find(svma);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      this.#isDamaged = true;
      this.#damage.push(error);
      return nowhere;
    }
  }

  #find(svma: number): readonly CodePlace[] {
    const lines = this.#lineTable();
    const hasLine = lines?.find(svma) === true;
    const entry = this.#findFunction(svma);
    if (entry < 0 && !hasLine) return nowhere;
    let file = '';
    let line = 0;
    let column = 0;
    let discriminator: number | undefined;
    if (lines !== undefined && hasLine) {
      file = lines.path(lines.program.rowFile);
      line = lines.program.rowLine;
      column = lines.program.rowColumn;
      discriminator = lines.program.rowDiscriminator || undefined;
    }
    if (entry < 0) return [{ name: '', file, line, column, startLine: 0 }];
    const tree = this.#codeUnit.file.inlined;
    const places: CodePlace[] = [];
    for (let node = tree.find(this.#codeUnit, entry, svma); node >= 0; node = tree.parent(node)) {
      tree.read(this.#codeUnit, node);
      const { name, line: startLine } = this.#inlinedName();
      places.push({ name, file, line, column, startLine, discriminator });
      file = lines?.path(tree.callFile) ?? '';
      line = tree.callLine;
      column = tree.callColumn;
      discriminator = tree.callDiscriminator || undefined;
    }
    const { name, line: startLine } = nameAt(this.#codeUnit, entry);
    places.push({ name, file, line, column, startLine, discriminator });
    return places.reverse();
  }

  /** Of the call that was read last. */
  #inlinedName(): { readonly name: string; readonly line: number } {
    const tree = this.#codeUnit.file.inlined;
    if (tree.originForm === 0) return nameAt(this.#codeUnit, tree.entry);
    return nameReferred(this.#codeUnit, tree.originForm, tree.origin);
  }

  #lineTable(): LineTable | undefined {
    if (!this.#hasLines) return undefined;
    this.#lines ??= new LineTable(this.#unit);
    return this.#lines;
  }

  /** Functions nested in others are looked for only when no other is there. */
  #findFunction(svma: number): number {
    this.#functions ??= scanFunctions(this.#codeUnit, false);
    const functions = this.#functions;
    const found = functions.find(svma);
    if (found >= 0 || functions.isComplete || functions.isPadding(svma)) return found;
    this.#allFunctions ??= scanFunctions(this.#codeUnit, true);
    return this.#allFunctions.find(svma);
  }
}
