import { parseElf } from '../../src/object/index.ts';
import { LoadSegments } from '../../src/object/load-segments.ts';
import type { AddressSpaces } from '../../src/unwind/index.ts';
import type { GdbFrame, GdbStack } from './gdb-stacks.ts';
import { openLocalImage } from './local-image.ts';
import type { OurStack } from './our-stacks.ts';

/** The lookup addresses that gdb's frames stand for: see `frames.address` in `profile/tables.ts`. */
export function lookupAddresses(frames: readonly GdbFrame[]): number[] {
  return frames.map((frame, at) => {
    const standsThere = at === 0 || frame.isSignal || frames[at - 1]?.isSignal === true;
    return standsThere ? frame.pc : frame.pc - 1;
  });
}

/** How many stacks were the same, and how many are excused, by reason. */
export interface Verdicts {
  readonly equal: number;
  /** Ours has the entry of the program or of ld.so besides, which gdb does not show. */
  readonly entry: number;
  /** gdb wants a register from below the stack pointer; ours goes on, call by call, to the end. */
  readonly popped: number;
  /** gdb goes on into what is no code; ours stops before. */
  readonly nonsense: number;
  readonly differences: readonly string[];
}

/** Compares stack by stack; `spaces` has the code they are in, and `spaceOf` tells where each ran. */
export function judge(
  spaces: AddressSpaces,
  pairs: readonly { readonly ours: OurStack; readonly gdb: GdbStack; readonly space: number }[],
): Verdicts {
  const counts = { equal: 0, entry: 0, popped: 0, nonsense: 0 };
  const differences: string[] = [];
  for (const { ours, gdb, space } of pairs) {
    const isMapped = (avma: number): boolean => spaces.findMapping(space, avma) >= 0;
    const all = lookupAddresses(gdb.frames);
    const firstLost = gdb.frames.findIndex(({ pc }) => !isMapped(pc));
    const expected = firstLost > 0 ? all.slice(0, firstLost) : all;
    const rest = ours.addresses.slice(expected.length);
    const isPrefix = expected.every((address, at) => ours.addresses[at] === address);
    if (isPrefix && rest.length === 0) {
      if (expected === all) counts.equal++;
      else counts.nonsense++;
    } else if (
      isPrefix &&
      ours.end === 'complete' &&
      rest.length === 1 &&
      isEntry(spaces, space, rest)
    ) {
      counts.entry++;
    } else if (
      isPrefix &&
      gdb.isStuck &&
      ours.end === 'complete' &&
      callersOf(rest, expected).every((lookup) => followsCall(spaces, space, lookup))
    ) {
      counts.popped++;
    } else differences.push(`ours (${ours.end}) ${hex(ours.addresses)}\ngdb  ${hex(expected)}`);
  }
  return { ...counts, differences };
}

/** gdb may show nothing at all; the leaf itself follows no call. */
function callersOf(rest: readonly number[], expected: readonly number[]): readonly number[] {
  return expected.length === 0 ? rest.slice(1) : rest;
}

function codeAt(
  spaces: AddressSpaces,
  space: number,
  avma: number,
): { readonly svma: number; readonly entry: number; readonly before: Uint8Array } | undefined {
  const mapping = spaces.mappings[spaces.findMapping(space, avma)];
  const source = mapping === undefined ? undefined : openLocalImage(mapping);
  if (mapping === undefined || source === undefined) return undefined;
  const offset = avma - mapping.start + mapping.fileOffset;
  const elf = parseElf(source);
  const svma = new LoadSegments(elf).svmaOfFileOffset(offset) ?? -1;
  const entry = new DataView(Uint8Array.from(source.read(24, 8)).buffer).getBigUint64(0, true);
  return { svma, entry: Number(entry), before: source.read(Math.max(0, offset - 6), 7) };
}

/** Within the first instructions of the program or of the loader: neither has a caller. */
function isEntry(spaces: AddressSpaces, space: number, [lookup = 0]: readonly number[]): boolean {
  const code = codeAt(spaces, space, lookup);
  return code !== undefined && code.svma >= code.entry && code.svma < code.entry + 64;
}

/** Whether the instruction that ends at a lookup address is a call, direct or through a pointer. */
function followsCall(spaces: AddressSpaces, space: number, lookup: number): boolean {
  const { before } = codeAt(spaces, space, lookup) ?? { before: new Uint8Array(7) };
  if (before[2] === 0xe8) return true;
  // ff /2 in its lengths of 2, 3, 6 and 7 bytes.
  return [2, 3, 4, 6, 7].some((length) => {
    const at = 7 - length;
    return before[at] === 0xff && (((before[at + 1] ?? 0) >> 3) & 7) === 2;
  });
}

export function hex(addresses: readonly number[]): string {
  return addresses.map((address) => address.toString(16)).join(' ');
}
