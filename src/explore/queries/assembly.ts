import { groupBy } from '../../base/group-by.ts';
import { hexadecimal } from '../../base/hexadecimal.ts';
import {
  type Architecture,
  disassemble,
  findLoops,
  flowGraph,
  guessDecoder,
  type InstructionKind,
  type Syntax,
} from '../../disasm/index.ts';
import {
  type FrameIndex,
  frameFile,
  frameName,
  type Profile,
  textAt,
} from '../../profile/index.ts';
import { findFunctionCode } from '../assembly/function-code.ts';
import {
  type InstructionCosts,
  instructionCosts,
  type PlacedInstruction,
} from '../assembly/instruction-costs.ts';
import { scopeTotal, stackCostsOf } from '../keyed-costs.ts';
import { type PackedNames, packNames } from '../packed-names.ts';
import type { Query } from '../query.ts';
import type { Scope } from '../scope.ts';

export interface AssemblyRequest {
  readonly scope: Scope;
  readonly name: string;
  readonly module: string;
  readonly syntax: Syntax;
}

/** The order is the numbering of `AssemblyAnswer.kind`. */
export const shownKinds: readonly InstructionKind[] = [
  'other',
  'call',
  'jump',
  'conditional-jump',
  'return',
  'trap',
  'bad',
];

export interface AssemblyLoop {
  /** Rows of its first and last instruction. */
  readonly first: number;
  readonly last: number;
  /** 1 = not inside another one. */
  readonly depth: number;
  readonly isInnermost: boolean;
  readonly instructions: number;
  readonly self: number;
  readonly samples: number;
}

/** Instructions of a function in order. Columns are aligned with them. */
export interface AssemblyAnswer {
  readonly name: string;
  /** The function whose code is shown: another one when `name` is inlined. */
  readonly owner: string;
  readonly module: string;
  /** Why there is no code; '' = there is. */
  readonly missing: string;
  readonly architecture: Architecture;
  readonly length: number;
  readonly sizeBytes: number;
  readonly address: Float64Array;
  readonly mnemonic: PackedNames;
  readonly operands: PackedNames;
  readonly bytes: PackedNames;
  /** Of calls the function that samples saw called most; '' = none. */
  readonly callee: PackedNames;
  readonly kind: Uint8Array;
  /** Row that a jump goes to; -1 = it leaves the function, or nobody knows. */
  readonly targetRow: Int32Array;
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly selfSamples: Float64Array;
  readonly totalSamples: Float64Array;
  /** Row of `places`; -1 = no sample tells. */
  readonly place: Int32Array;
  readonly places: readonly AssemblyPlace[];
  readonly loops: readonly AssemblyLoop[];
  /** Whether jumps go where only the running program knows: then loops may be missing. */
  readonly isPartial: boolean;
  readonly whole: { readonly value: number; readonly samples: number };
  readonly unit: string;
}

/** A line of source that instructions come from. */
export interface AssemblyPlace {
  readonly file: string;
  readonly line: number;
  /** '' = the profile does not carry the file. */
  readonly text: string;
  /** Functions inlined there, the outermost first; empty = none. */
  readonly inlined: readonly string[];
}

/** The machine code of a function with the cost of each instruction. */
export const answerAssembly: Query<AssemblyRequest, AssemblyAnswer> = (exploration, request) => {
  const { scope, name, module, syntax } = request;
  const profile = exploration.scoped(scope);
  const costs = stackCostsOf(profile);
  const code = findFunctionCode(profile, { name, module }, costs);
  const { architecture, decoder } = guessDecoder(code.pieces.map(({ bytes }) => bytes));
  const instructions = code.pieces.flatMap((piece): PlacedInstruction[] =>
    disassemble(decoder, piece.bytes, piece.address + piece.shownBase, syntax).map((each) => ({
      ...each,
      address: each.address - piece.shownBase,
      piece,
    })),
  );
  const perInstruction = instructionCosts(profile, instructions, costs);
  const { places, place } = placesOf(profile, perInstruction);
  const { loops, isPartial, targetRow } = loopsOf(instructions, perInstruction);
  return {
    name,
    owner: code.owner,
    module: code.module,
    missing: code.missing,
    architecture,
    length: instructions.length,
    sizeBytes: code.pieces.reduce((sum, { bytes }) => sum + bytes.length, 0),
    address: Float64Array.from(instructions, ({ address, piece }) => address + piece.shownBase),
    mnemonic: packNames(instructions.map(({ mnemonic }) => mnemonic)),
    operands: packNames(instructions.map(({ operands }) => operands)),
    bytes: packNames(instructions.map(bytesText)),
    callee: packNames(
      instructions.map(({ kind }, row) =>
        kind === 'call' ? (perInstruction.callee[row] ?? '') : '',
      ),
    ),
    kind: Uint8Array.from(instructions, ({ kind }) => shownKinds.indexOf(kind)),
    targetRow,
    self: perInstruction.self,
    total: perInstruction.total,
    selfSamples: perInstruction.selfSamples,
    totalSamples: perInstruction.totalSamples,
    place,
    places,
    loops,
    isPartial,
    whole: scopeTotal(profile),
    unit: profile.valueTypes[0]?.unit ?? 'count',
  };
};

function bytesText({ address, length, piece }: PlacedInstruction): string {
  const from = address - piece.address;
  return hexadecimal(piece.bytes.subarray(from, from + length), ' ');
}

function isJump({ kind }: PlacedInstruction): boolean {
  return kind === 'jump' || kind === 'conditional-jump';
}

function loopsOf(
  placed: readonly PlacedInstruction[],
  costs: InstructionCosts,
): Pick<AssemblyAnswer, 'loops' | 'isPartial' | 'targetRow'> {
  // Targets are shown addresses: so must be the addresses they are compared with.
  const instructions = placed.map((each) => ({
    ...each,
    address: each.address + each.piece.shownBase,
  }));
  const graph = flowGraph(instructions);
  const rows = new Map(instructions.map(({ address }, row) => [address, row]));
  const loops = findLoops(graph).map(({ blocks, depth, isInnermost }): AssemblyLoop => {
    const members = blocks.flatMap((block) => {
      const { first = 0, end = 0 } = graph.blocks[block] ?? {};
      return Array.from({ length: end - first }, (_, step) => first + step);
    });
    const sum = (column: Float64Array): number =>
      members.reduce((total, row) => total + (column[row] as number), 0);
    return {
      first: members[0] ?? 0,
      last: members.at(-1) ?? 0,
      depth,
      isInnermost,
      instructions: members.length,
      self: sum(costs.self),
      samples: sum(costs.selfSamples),
    };
  });
  return {
    loops,
    isPartial: graph.isPartial,
    targetRow: Int32Array.from(instructions, (each) =>
      isJump(each) ? (rows.get(each.target) ?? -1) : -1,
    ),
  };
}

/** Lines of source, from the frames that were sampled at each instruction. */
function placesOf(
  profile: Profile,
  { innermost }: InstructionCosts,
): { places: AssemblyPlace[]; place: Int32Array } {
  const { frames } = profile;
  const places: AssemblyPlace[] = [];
  const rows = new Map<string, number>();
  const texts = new Map<string, readonly string[]>();
  const wanted = new Set(
    Array.from(innermost)
      .filter((frame) => frame >= 0)
      .map((f) => addressKey(profile, f as FrameIndex)),
  );
  const allFrames = Array.from({ length: frames.length }, (_, row) => row as FrameIndex);
  const byAddress = groupBy(
    allFrames.filter((frame) => wanted.has(addressKey(profile, frame))),
    (frame) => addressKey(profile, frame),
  );
  const place = Int32Array.from(innermost, (row) => {
    const frame = row as FrameIndex;
    if (frame < 0) return -1;
    const file = frameFile(profile, frame);
    const line = frames.line[frame] as number;
    if (file === '' || line === 0) return -1;
    const inlined = inlinedAt(profile, frame, byAddress);
    const key = [file, line, ...inlined].join('\0');
    const known = rows.get(key);
    if (known !== undefined) return known;
    const lines = texts.get(file) ?? linesOf(profile, file);
    texts.set(file, lines);
    rows.set(key, places.length);
    return places.push({ file, line, text: lines[line - 1] ?? '', inlined }) - 1;
  });
  return { places, place };
}

function linesOf(profile: Profile, file: string): readonly string[] {
  const source = profile.sources.find((each) => textAt(profile, each.file) === file);
  return source?.text.split('\n') ?? [];
}

/** Names of the functions inlined at the place of a frame, the outermost first. */
function inlinedAt(
  profile: Profile,
  innermost: FrameIndex,
  byAddress: ReadonlyMap<string, readonly FrameIndex[]>,
): string[] {
  const { inlineDepth } = profile.frames;
  return (byAddress.get(addressKey(profile, innermost)) ?? [])
    .filter((frame) => (inlineDepth[frame] as number) > 0)
    .sort((a, b) => (inlineDepth[a] as number) - (inlineDepth[b] as number))
    .map((frame) => frameName(profile, frame));
}

function addressKey({ frames }: Profile, frame: FrameIndex): string {
  return `${frames.mapping[frame]},${frames.address[frame]}`;
}
