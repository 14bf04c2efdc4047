import type { CfiRow } from '../../dwarf/cfi-row.ts';
import { ruleKinds } from '../../dwarf/cfi-table.ts';
import { evaluateExpression } from '../../dwarf/expression.ts';
import type { FoundRow } from '../images.ts';
import { rules } from '../rule-table.ts';
import { x86Registers } from './registers-table.ts';

/*
 * Rules of x86-64: bits 0-2 kind; 3-12 where the caller's rbp is, as (CFA - slot) / 8, 0 = in the
 * register; 13-31 CFA offset / 8. The return address is at CFA - 8. All else is slow.
 */
export const slotShift = 3;
export const slotMask = 0x3ff;
export const offsetShift = 13;
const mostOffset = 2 ** 19;

const { framePointer, stackPointer, returnAddress } = x86Registers;

export function packRule({ bytes, fde, row }: FoundRow, svma: number): number {
  const { isSignalFrame, returnRegister } = fde.cie;
  const returnKind = row.kind(returnAddress);
  if (returnKind === ruleKinds.undefined) return rules.end;
  const isUsual =
    returnRegister === returnAddress &&
    returnKind === ruleKinds.offset &&
    row.value(returnAddress) === -8 &&
    row.kind(stackPointer) === ruleKinds.unspecified &&
    !isSignalFrame;
  if (!isUsual) return rules.slow;
  const slot = slotOfFramePointer(row);
  if (slot < 0) return rules.slow;
  if (row.cfaExpressionLength > 0) {
    const offset = linearOffset(row, bytes, svma);
    return offset === undefined ? rules.slow : pack(rules.stackPointer, offset, slot);
  }
  if (row.cfaRegister === stackPointer) return pack(rules.stackPointer, row.cfaOffset, slot);
  if (row.cfaRegister === framePointer) return pack(rules.framePointer, row.cfaOffset, slot);
  return rules.slow;
}

export function pack(kind: number, offset: number, slot: number): number {
  const fits = offset >= 0 && offset % 8 === 0 && offset / 8 < mostOffset;
  return fits ? ((offset / 8) << offsetShift) | (slot << slotShift) | kind : rules.slow;
}

/** -1 when it does not fit. */
function slotOfFramePointer(row: CfiRow): number {
  const kind = row.kind(framePointer);
  if (kind === ruleKinds.unspecified || kind === ruleKinds.sameValue) return 0;
  const slot = -row.value(framePointer) / 8;
  const fits = kind === ruleKinds.offset && Number.isInteger(slot) && slot > 0 && slot <= slotMask;
  return fits ? slot : -1;
}

/**
 * The CFA expression of PLT stubs looks at rsp and at the low bits of rip only. Evaluated at two stack
 * pointers it gives the same distance, and that is then the rule; images are mapped at whole pages, so
 * the Svma serves for rip.
 */
function linearOffset(row: CfiRow, bytes: Uint8Array, svma: number): number | undefined {
  const { cfaExpressionAt: at, cfaExpressionLength: length } = row;
  const expression = bytes.subarray(at, at + length);
  const offsets = [0x7000_0000_0000n, 0x7fff_1234_5678n].map((rsp) => {
    const register = (number: number): bigint | undefined =>
      number === stackPointer ? rsp : number === returnAddress ? BigInt(svma) : undefined;
    const world = { register, memory: () => undefined };
    const cfa = evaluateExpression(expression, true, world);
    return cfa === undefined ? undefined : BigInt.asIntN(64, cfa - rsp);
  });
  const [first, second] = offsets;
  return first !== undefined && first === second ? Number(first) : undefined;
}
