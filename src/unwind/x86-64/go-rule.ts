import type { GoFrame } from '../../object/go/pclntab.ts';
import type { UnwindImage } from '../images.ts';
import { rules } from '../rule-table.ts';
import { pack } from './rule.ts';

/**
 * Go's functions keep nothing but rbp, right below the return address, as soon as they have a frame
 * (cmd/internal/obj/x86/obj6.go). What they call on the stack of the scheduler has no caller there.
 */
export function packGoFrame(frame: GoFrame, image: UnwindImage, svma: number): number {
  const { frameBytes, isOutermost, switchesStack } = frame;
  if (isOutermost || (switchesStack && endsCall(image, svma))) return rules.end;
  return pack(rules.stackPointer, frameBytes + 8, frameBytes >= 8 ? 2 : 0);
}

const direct = 0xe8;
const indirect = 0xff;
/** `call`, among the eight meanings of 0xff. */
const callField = 2;

/** Whether an address is the last byte of a call, as the lookup address of every caller is. */
function endsCall(image: UnwindImage, svma: number): boolean {
  const code = image.code(svma - 5, 6);
  if (code[1] === direct) return true;
  return [2, 3, 6].some((length) => {
    const at = 6 - length;
    return code[at] === indirect && (((code[at + 1] ?? 0) >> 3) & 7) === callField;
  });
}
