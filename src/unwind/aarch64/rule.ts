import type { CfiRow } from '../../dwarf/cfi-row.ts';
import { ruleKinds } from '../../dwarf/cfi-table.ts';
import type { FoundRow } from '../images.ts';
import { rules } from '../rule-table.ts';
import { aarch64Registers } from './registers-table.ts';

/*
 * Rules of AArch64: bits 0-2 kind; 3-11 where the caller's x29 is, as (CFA - slot) / 8, 0 = in the
 * register; 12-20 the same for the return address, 0 = in the link register; 21-31 CFA offset / 16,
 * as the stack pointer is always a multiple of 16. All else is slow.
 */
export const slotShift = 3;
export const returnShift = 12;
export const slotMask = 0x1ff;
export const offsetShift = 21;
const mostOffset = 2 ** 11;

const { framePointer, stackPointer, returnAddress } = aarch64Registers;

export function packRule({ fde, row }: FoundRow, _svma: number): number {
  const { isSignalFrame, returnRegister } = fde.cie;
  if (row.kind(returnAddress) === ruleKinds.undefined) return rules.end;
  const slot = slotOf(row, framePointer);
  const returnSlot = slotOf(row, returnAddress);
  const isUsual =
    returnRegister === returnAddress &&
    row.kind(stackPointer) === ruleKinds.unspecified &&
    !isSignalFrame;
  if (!isUsual || slot < 0 || returnSlot < 0) return rules.slow;
  if (row.cfaRegister === stackPointer) {
    return pack(rules.stackPointer, row.cfaOffset, slot, returnSlot);
  }
  if (row.cfaRegister === framePointer) {
    return pack(rules.framePointer, row.cfaOffset, slot, returnSlot);
  }
  return rules.slow;
}

function pack(kind: number, offset: number, slot: number, returnSlot: number): number {
  const fits = offset >= 0 && offset % 16 === 0 && offset / 16 < mostOffset;
  if (!fits) return rules.slow;
  return ((offset / 16) << offsetShift) | (returnSlot << returnShift) | (slot << slotShift) | kind;
}

/** -1 when it does not fit. */
function slotOf(row: CfiRow, register: number): number {
  const kind = row.kind(register);
  if (kind === ruleKinds.unspecified || kind === ruleKinds.sameValue) return 0;
  const slot = -row.value(register) / 8;
  const fits = kind === ruleKinds.offset && Number.isInteger(slot) && slot > 0 && slot <= slotMask;
  return fits ? slot : -1;
}
