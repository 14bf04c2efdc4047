import type { GdbFrame, GdbStack } from './gdb-stacks.ts';
import type { OurStack } from './our-stacks.ts';

/** The lookup addresses that gdb's frames stand for: see `frames.address` in `profile/tables.ts`. */
export function lookupAddresses(frames: readonly GdbFrame[]): number[] {
  return frames.map((frame, at) => {
    const standsThere = at === 0 || frame.isSignal || frames[at - 1]?.isSignal === true;
    return standsThere ? frame.pc : frame.pc - 1;
  });
}

/**
 * How ours differs from gdb's, '' = not at all. gdb shows no frame for an outermost function that has
 * neither unwind information nor a frame pointer (`_start` of ld.so), perf and ours do.
 */
export function difference(ours: OurStack, gdb: GdbStack): string {
  const expected = lookupAddresses(gdb.frames);
  if (expected.join() === ours.addresses.join()) return '';
  if (ours.end === 'complete' && expected.join() === ours.addresses.slice(0, -1).join()) return '';
  if (gdb.isStuck && `${ours.addresses.join()},`.startsWith(`${expected.join()},`)) return '';
  return `ours (${ours.end}) ${hex(ours.addresses)}\ngdb  ${hex(expected)}`;
}

export function hex(addresses: readonly number[]): string {
  return addresses.map((address) => address.toString(16)).join(' ');
}
