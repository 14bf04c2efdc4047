import type { ToolError } from '../base/tool-error.ts';
import {
  DwarfFile,
  type DwarfSections,
  findInPackage,
  type Unit,
  UnitIndex,
} from '../dwarf/index.ts';
import type { CodePlace, PlaceSource } from './code-place.ts';
import { UnitPlaces } from './unit-places.ts';

/** Other files that the debug info of an image may lie in. */
export interface DebugCompanions {
  /** What dwz moved out: the file of .gnu_debugaltlink. */
  readonly supplementary?: DwarfSections;
  /** The .dwo file of a unit: its name and folder as compiled, its id in hexadecimal. */
  split?(name: string, folder: string, splitId: string): DwarfSections | undefined;
  /** The .dwp file of the image. */
  readonly package?: DwarfSections;
  /** False: places have names only, no files and lines. */
  readonly lines?: boolean;
}

/**
 * What DWARF knows of the code of one image. Everything is read when an address first needs it: units
 * by their ranges, then the functions of the unit, then what was inlined into the function.
 */
export class DebugInfo implements PlaceSource {
  readonly #file: DwarfFile;
  readonly #companions: DebugCompanions;
  readonly #places = new Map<Unit, UnitPlaces>();
  readonly #damage: ToolError[] = [];
  #index: UnitIndex | undefined;

  constructor(sections: DwarfSections, companions: DebugCompanions = {}) {
    const { supplementary } = companions;
    this.#companions = companions;
    this.#file = new DwarfFile(sections, {
      supplementary: supplementary === undefined ? undefined : new DwarfFile(supplementary),
    });
  }

  /** Why parts could not be read; what is left is used. */
  get damage(): readonly ToolError[] {
    return this.#damage;
  }

  /**
   * The functions that stand at an address, the physical one first and what was inlined into it behind;
   * each place's line is where that function stands. Empty when DWARF knows nothing.
   */
  places(svma: number): readonly CodePlace[] {
    const units = this.#unitIndex()?.find(svma) ?? [];
    for (const unit of units) {
      const found = this.#unitPlaces(unit).at(svma);
      if (found.length > 0) return found;
    }
    return [];
  }

  #unitIndex(): UnitIndex | undefined {
    this.#index ??= new UnitIndex(this.#file, this.#damage);
    return this.#index;
  }

  #unitPlaces(unit: Unit): UnitPlaces {
    const known = this.#places.get(unit);
    if (known !== undefined) return known;
    const places = new UnitPlaces(
      unit.prepare(),
      this.#codeUnit(unit),
      this.#damage,
      this.#companions.lines !== false,
    );
    this.#places.set(unit, places);
    return places;
  }

  /** The unit that has the functions: another one when the debug info is split. */
  #codeUnit(unit: Unit): Unit {
    if (unit.splitName === '') return unit;
    const companions = this.#companions;
    const { package: pack } = companions;
    const sections =
      (pack === undefined ? undefined : findInPackage(pack, unit.splitId)) ??
      companions.split?.(unit.splitName, unit.folder, unit.splitId);
    if (sections === undefined) return unit;
    const supplementary = this.#file.supplementary;
    const file = new DwarfFile(sections, { supplementary, isSplit: true });
    return file.splitUnit(unit) ?? unit;
  }
}
