import { unreachable } from '../../base/assert.ts';
import {
  type EmbeddedCode,
  type FrameIndex,
  frameKind,
  frameName,
  type MappingIndex,
  moduleName,
  type Profile,
} from '../../profile/index.ts';
import type { StackCosts } from '../keyed-costs.ts';

/** A stretch of code and how to write addresses in it. */
export interface CodePiece {
  readonly mapping: MappingIndex;
  /** From the mapping's start. */
  readonly address: number;
  readonly bytes: Uint8Array;
  /** Added to an address in the mapping, gives what debuggers show: see `shownBase`. */
  readonly shownBase: number;
}

export interface FoundCode {
  readonly pieces: readonly CodePiece[];
  /** The function the code is of: not the one asked for when that one was inlined. */
  readonly owner: string;
  readonly module: string;
  /** Why there is none; '' = there is. */
  readonly missing: string;
}

/** Addresses below this are those of programs linked at a fixed place. */
const lowAddresses = 1n << 32n;

/**
 * The code that a function ran, as far as the profile carries it. A function that was always inlined
 * has none of its own: then it is that of the function which it cost most in.
 */
export function findFunctionCode(
  profile: Profile,
  { name, module }: { readonly name: string; readonly module: string },
  costs: StackCosts,
): FoundCode {
  const isAsked = (frame: FrameIndex): boolean =>
    frameName(profile, frame) === name && (module === '' || moduleName(profile, frame) === module);
  const asked = Array.from({ length: profile.frames.length }, (_, row) => row as FrameIndex).filter(
    isAsked,
  );
  const none = { pieces: [], owner: name, module };
  if (asked.length === 0) return { ...none, missing: 'no sample in this range stands in it' };
  const physical = asked.filter((frame) => profile.frames.inlineDepth[frame] === 0);
  const owners = physical.length > 0 ? physical : ownersOf(profile, asked, costs);
  const [first] = owners;
  if (first === undefined) return { ...none, missing: 'its samples have no addresses' };
  const pieces = piecesAround(profile, owners);
  const owner = frameName(profile, first);
  const image = moduleName(profile, first);
  const missing = pieces.length > 0 ? '' : reasonOf(profile, first);
  return { pieces, owner, module: image, missing };
}

/** The physical frames, of the one function where the inlined frames cost most. */
function ownersOf(
  profile: Profile,
  inlined: readonly FrameIndex[],
  costs: StackCosts,
): FrameIndex[] {
  const { stacks, frames } = profile;
  const wanted = new Set<number>(inlined);
  const cost = new Map<string, { total: number; frames: Set<FrameIndex> }>();
  for (let stack = 0; stack < stacks.length; stack++) {
    if (!wanted.has(stacks.frame[stack] as number)) continue;
    let at = stack;
    while (at >= 0 && (frames.inlineDepth[stacks.frame[at] as number] as number) > 0) {
      at = stacks.parent[at] as number;
    }
    if (at < 0) continue;
    const frame = stacks.frame[at] as FrameIndex;
    const key = `${frameName(profile, frame)}\0${moduleName(profile, frame)}`;
    const known = cost.get(key) ?? { total: 0, frames: new Set<FrameIndex>() };
    known.total += costs.inclusive[stack] as number;
    known.frames.add(frame);
    cost.set(key, known);
  }
  const [best] = [...cost.values()].sort((a, b) => b.total - a.total);
  return best === undefined ? [] : [...best.frames];
}

function piecesAround(profile: Profile, owners: readonly FrameIndex[]): CodePiece[] {
  const { frames, mappings } = profile;
  const found = new Set<EmbeddedCode>();
  for (const frame of owners) {
    const mapping = frames.mapping[frame] as MappingIndex;
    const address = frames.address[frame] as number;
    if (mapping < 0 || address < 0) continue;
    const piece = profile.code.find((code) => {
      const at = address + distance(profile, mapping, code.mapping);
      return at >= code.address && at < code.address + code.bytes.length;
    });
    if (piece !== undefined) found.add(piece);
  }
  return [...found]
    .sort((a, b) => a.mapping - b.mapping || a.address - b.address)
    .map(({ mapping, address, bytes }) => ({
      mapping,
      address,
      bytes,
      shownBase: shownBase(mappings.start[mapping] as bigint, mappings.offset[mapping] as bigint),
    }));
}

/** From addresses of one mapping to those of another of the same image; NaN = of another one. */
export function distance(profile: Profile, from: MappingIndex, to: MappingIndex): number {
  if (from === to) return 0;
  const { mappings } = profile;
  if (mappings.file[from] !== mappings.file[to]) return Number.NaN;
  if (mappings.buildId[from] !== mappings.buildId[to]) return Number.NaN;
  return Number((mappings.offset[from] as bigint) - (mappings.offset[to] as bigint));
}

/** A fixed program shows where it ran; one that was moved, its place in the file as linkers lay it out. */
function shownBase(start: bigint, offset: bigint): number {
  return Number(start < lowAddresses ? start : offset);
}

function reasonOf(profile: Profile, frame: FrameIndex): string {
  const kind = frameKind(profile, frame);
  switch (kind) {
    case 'kernel':
      return 'it is code of the kernel, which recordings do not carry';
    case 'jit':
      return 'it was made while the program ran, and is gone with it';
    case 'unmapped':
      return 'the image it ran from is unknown';
    case 'user':
    case 'vdso':
      return profile.code.length === 0
        ? 'this profile carries no machine code'
        : 'it is not among the functions whose machine code this profile carries';
    default:
      return unreachable(kind);
  }
}
