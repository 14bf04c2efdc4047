import { Float64Builder } from '../base/growable-column.ts';
import { ToolError } from '../base/tool-error.ts';
import { readAddressRanges } from './aranges.ts';
import type { DwarfFile } from './dwarf-file.ts';
import { scanFunctions } from './function-index.ts';
import { ascendingOrder, lastAtOrBelow, runningMaximum } from './sorted-columns.ts';
import type { Unit } from './unit.ts';

/** Which unit an address belongs to: sorted ranges, told by .debug_aranges or by the units. */
export class UnitIndex {
  readonly #units: readonly Unit[];
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #reach: Float64Array;
  readonly #unit: Int32Array;

  /** Units that cannot be read are left out; the reasons are added to `damage`. */
  constructor(file: DwarfFile, damage: ToolError[]) {
    this.#units = file.units;
    if (file.unreadable !== undefined) damage.push(file.unreadable);
    const { ranges, unit } = collectRanges(file, damage);
    const count = unit.length;
    const starts = new Float64Array(count);
    for (let i = 0; i < count; i++) starts[i] = ranges[2 * i] as number;
    const order = ascendingOrder(starts);
    this.#low = new Float64Array(count);
    this.#high = new Float64Array(count);
    this.#unit = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      const from = order === undefined ? i : (order[i] as number);
      this.#low[i] = starts[from] as number;
      this.#high[i] = ranges[2 * from + 1] as number;
      this.#unit[i] = unit[from] as number;
    }
    this.#reach = runningMaximum(this.#high);
  }

  /** Units that claim an address, in the order of the file: mostly one. */
  find(svma: number): readonly Unit[] {
    const found: number[] = [];
    for (let i = lastAtOrBelow(this.#low, 0, this.#low.length, svma); i >= 0; i--) {
      if (svma >= (this.#reach[i] as number)) break;
      const unit = this.#unit[i] as number;
      if (svma < (this.#high[i] as number) && !found.includes(unit)) found.push(unit);
    }
    if (found.length > 1) found.sort((a, b) => a - b);
    return found.map((unit) => this.#units[unit] as Unit);
  }
}

interface UnitRanges {
  readonly ranges: Float64Array;
  readonly unit: readonly number[];
}

function collectRanges(file: DwarfFile, damage: ToolError[]): UnitRanges {
  const listed = new Float64Builder();
  try {
    readAddressRanges(file.bytes('.debug_aranges'), file.littleEndian, listed);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    damage.push(error);
  }
  const numberOf = new Map(file.units.map((unit, i) => [unit.header.offset, i]));
  const ranges = new Float64Builder();
  const owner: number[] = [];
  const isListed = new Uint8Array(file.units.length);
  for (let i = 0; i < listed.length; i += 3) {
    const unit = numberOf.get(listed.at(i + 2));
    if (unit === undefined) continue;
    isListed[unit] = 1;
    ranges.push(listed.at(i));
    ranges.push(listed.at(i + 1));
    owner.push(unit);
  }
  file.units.forEach((unit, i) => {
    if (isListed[i] === 1 || !unit.isCode) return;
    try {
      readOwnRanges(unit, ranges);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      damage.push(error);
    }
    while (owner.length * 2 < ranges.length) owner.push(i);
  });
  return { ranges: ranges.view(), unit: owner };
}

/** What the unit says of itself; one that says nothing is asked for its functions. */
function readOwnRanges(unit: Unit, into: Float64Builder): void {
  const { entry } = unit.file;
  const before = into.length;
  if (!unit.readRoot(entry)) return;
  unit.readCode(entry, into);
  if (into.length > before || unit.splitName !== '' || !entry.hasChildren) return;
  const functions = scanFunctions(unit, false);
  for (let row = 0; row < functions.length; row++) {
    into.push(functions.low(row));
    into.push(functions.high(row));
  }
}
