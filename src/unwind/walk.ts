import type { SectionCodec } from '../object/section-data.ts';
import type { AddressSpaces } from './address-spaces.ts';
import type { FrameTable } from './frame-table.ts';
import { type FoundRow, type UnwindImage, UnwindImages } from './images.ts';
import type { MachineRules } from './machine-rules.ts';
import { RegisterHistory } from './register-history.ts';
import { rules } from './rule-table.ts';
import { SampleMemory } from './sample-memory.ts';
import { stepByRow } from './slow-step.ts';
import type { UnwindEnd } from './unwind-end.ts';

/**
 * One walk up a stack: where it stands, and all that the hot loops leave to others. The loops keep
 * `low`, `high`, `sp` and `fp` in variables of their own and store them here before they call.
 */
export class Walk {
  readonly spaces: AddressSpaces;
  readonly table: FrameTable;
  readonly images: UnwindImages;
  readonly machine: MachineRules;
  readonly memory: SampleMemory = new SampleMemory();
  readonly history: RegisterHistory;
  readonly maxFrames: number;
  /** Rows of the frame table, leaf first. */
  readonly frames: Int32Array;
  /** Position of each frame's CFA. */
  readonly cfas: Int32Array;
  depth = 0;
  end: UnwindEnd = 'complete';
  space = 0;
  /** Lookup address of the frame at hand: its ip when it was interrupted, else return address - 1. */
  low = 0;
  high = 0;
  /** Positions. */
  sp = 0;
  fp = 0;
  /** AArch64's link register, which holds the return address of an interrupted frame that saved none. */
  linkLow = 0;
  linkHigh = 0;
  /** The frame at hand is a leaf or was interrupted by a signal: all its registers are its own. */
  interrupted = true;

  constructor(
    machine: MachineRules,
    spaces: AddressSpaces,
    table: FrameTable,
    options: { readonly codec?: SectionCodec; readonly maxFrames?: number },
  ) {
    this.machine = machine;
    this.spaces = spaces;
    this.table = table;
    this.images = new UnwindImages(spaces, options.codec);
    this.maxFrames = options.maxFrames ?? 1024;
    this.frames = new Int32Array(this.maxFrames + 1);
    this.cfas = new Int32Array(this.maxFrames + 1);
    this.history = new RegisterHistory(this);
  }

  stop(end: UnwindEnd): false {
    this.end = end;
    return false;
  }

  /** The hot loops end where a frame is not in the copy, or not above the one before … */
  endAtFrame(depth: number, cfa: number): void {
    this.depth = depth;
    this.end = cfa > this.memory.limit ? 'cut' : 'no-progress';
  }

  /** … or where a return address leads nowhere, or too far. */
  endAtReturn(depth: number, low: number, high: number): void {
    this.depth = depth;
    if (high >>> 16 !== 0) this.end = 'bad-return';
    else this.end = (low | high) === 0 ? 'complete' : 'too-deep';
  }

  /** Fills in the rule of a new entry of the frame table. */
  makeRule(entry: number): number {
    const { table, images } = this;
    const row = table.entries[entry + 2] as number;
    const mapping = table.mapping(row);
    const image = mapping < 0 ? undefined : images.find(mapping);
    const svma = image && images.svmaIn(image, mapping, table.avma(row));
    let rule: number = mapping < 0 ? rules.noMap : rules.noCfi;
    if (image !== undefined && svma !== undefined) {
      rule = image.rules?.get(svma) ?? this.#newRule(image, svma);
      image.rules?.set(svma, rule);
    }
    table.entries[entry + 3] = rule;
    return rule;
  }

  #newRule(image: UnwindImage, svma: number): number {
    const { machine } = this;
    const go = image.goFrame(svma);
    if (go !== undefined && machine.packGoFrame !== undefined) {
      return machine.packGoFrame(go, image, svma);
    }
    const found = image.findRow(svma);
    return found === undefined ? rules.noCfi : machine.packRule(found, svma);
  }

  /**
   * A step that the hot loop cannot do, from the frame that was just added. False ends the walk, with
   * `end` set. Steps on until the stack pointer is aligned again, as the loops expect it to be.
   */
  coldStep(rule: number): boolean {
    if (!this.#coldStepOnce(rule)) return false;
    while ((this.sp & 7) !== 0 && this.sp >= 0) {
      const kind = this.push();
      if (!this.#coldStepOnce(kind < rules.slow ? rules.slow : kind)) return false;
    }
    return true;
  }

  /** The first step of a stack that is not aligned. */
  firstStep(): boolean {
    const kind = this.push();
    return this.coldStep(kind < rules.slow ? rules.slow : kind);
  }

  /** Adds the frame at hand; its kind of rule. */
  push(): number {
    const entry = this.table.entry(this.low, this.high, this.space);
    this.frames[this.depth++] = this.table.entries[entry + 2] as number;
    const rule = this.table.entries[entry + 3] as number;
    return (rule === -1 ? this.makeRule(entry) : rule) & 7;
  }

  #coldStepOnce(rule: number): boolean {
    switch (rule & 7) {
      case rules.end:
        return this.stop('complete');
      case rules.noMap:
        return this.#stepWithoutMap();
      case rules.noCfi:
        return this.machine.stepWithoutCfi(this);
      default:
        return stepByRow(this);
    }
  }

  /**
   * A caller that is nowhere is no caller, unless the return address is the very first of a mapping: so
   * it is where a handler returns to a page that holds nothing but that code.
   */
  #stepWithoutMap(): boolean {
    if (this.depth === 1) return this.stop('no-map');
    const row = this.interrupted ? -1 : this.returnRow();
    if (row < 0 || this.table.mapping(row) < 0) {
      this.depth--;
      return this.stop('bad-return');
    }
    this.frames[this.depth - 1] = row;
    return this.machine.stepWithoutCfi(this);
  }

  /** The row of the address after the lookup address: the return address itself. */
  returnRow(): number {
    const low = (this.low + 1) | 0;
    return this.table.frame(low, low === 0 ? this.high + 1 : this.high, this.space);
  }

  /** The row of a frame of this walk; undefined where there is no unwind information. */
  findRow(frame: number): FoundRow | undefined {
    const row = this.frames[frame] as number;
    return this.findRowAt(row);
  }

  findRowAt(row: number): FoundRow | undefined {
    const place = this.place(row);
    return place?.image.findRow(place.svma);
  }

  place(row: number): { readonly image: UnwindImage; readonly svma: number } | undefined {
    const mapping = this.table.mapping(row);
    const image = mapping < 0 ? undefined : this.images.find(mapping);
    const svma = image && this.images.svmaIn(image, mapping, this.table.avma(row));
    return image === undefined || svma === undefined ? undefined : { image, svma };
  }

  /** Whether an Avma is in an executable mapping of this space. */
  isCode(avma: number): boolean {
    return this.spaces.findMapping(this.space, avma) >= 0;
  }

  /** Goes on at a caller. `interrupted` = the address is an instruction, not a return address. */
  goTo(avma: number, sp: number, fp: number, interrupted: boolean): boolean {
    this.cfas[this.depth - 1] = sp;
    if (avma === 0) return this.stop('complete');
    if (avma >= 2 ** 48) return this.stop('bad-return');
    const lookup = interrupted ? avma : avma - 1;
    this.low = lookup | 0;
    this.high = Math.floor(lookup / 2 ** 32);
    this.sp = sp;
    this.fp = fp;
    this.interrupted = interrupted;
    return this.depth < this.maxFrames || this.stop('too-deep');
  }
}
