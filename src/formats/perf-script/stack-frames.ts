import {
  type FrameIndex,
  type FunctionFacts,
  type MappingIndex,
  none,
  type ProfileBuilder,
  type StackIndex,
  symbolizedBits,
} from '../../profile/index.ts';
import { dsoKind } from './dso.ts';
import { type FrameLine, parseFrameLine, parseSourceLine, type SourceLine } from './frame-line.ts';
import { classifyLine, lineClasses } from './line-class.ts';
import type { StackLines } from './stack-lines.ts';
import { symbolNames } from './symbol-name.ts';

/** A frame line with what follows from its text alone. */
interface KnownFrame extends FrameLine {
  readonly functions: readonly FunctionFacts[];
  readonly mapping: MappingIndex;
  /** The frames when the line has no source line and is not inlined: the usual case. */
  readonly plain: readonly FrameIndex[];
}

type KnownLine = KnownFrame | SourceLine | 'process name';

/** What the lines between a path's start and its end left for the next frame. */
interface Context {
  /** The source line just above, which speaks of the next frame towards the leaf. */
  source: Int32Array;
  /** The frame that inlined lines belong to. */
  physical: Int32Array;
  depth: Int32Array;
}

/**
 * Turns paths of lines into stacks of frames. In the file the leaf comes first and a source line
 * after its frame; seen from the root a source line therefore stands just before its frame, and the
 * frame that others are inlined into before those.
 */
export function buildStacks(builder: ProfileBuilder, paths: StackLines): Int32Array {
  const known = Array.from({ length: paths.lines.length }, (_, id) =>
    readLine(builder, paths.lines.bytesOf(id), paths.lines.textOf(id)),
  );
  const stacks = new Int32Array(paths.parent.length);
  const context: Context = {
    source: new Int32Array(stacks.length).fill(-1),
    physical: new Int32Array(stacks.length).fill(-1),
    depth: new Int32Array(stacks.length),
  };
  for (let path = 0; path < stacks.length; path++) {
    const above = paths.parent.at(path);
    const line = paths.line.at(path);
    const stack = (above < 0 ? none : (stacks[above] as number)) as StackIndex;
    const entry = known[line] as KnownLine;
    if (entry === 'process name') {
      stacks[path] = stack;
      inherit(context, path, above);
    } else if (!('functions' in entry)) {
      stacks[path] = stack;
      inherit(context, path, above);
      context.source[path] = line;
    } else {
      const sourceLine = above < 0 ? -1 : (context.source[above] as number);
      const source = sourceLine < 0 ? undefined : (known[sourceLine] as SourceLine);
      stacks[path] = addFrames(builder, stack, entry, source, {
        context,
        path,
        above,
        known,
        line,
      });
    }
  }
  return stacks;
}

function inherit(context: Context, path: number, above: number): void {
  if (above < 0) return;
  context.source[path] = context.source[above] as number;
  context.physical[path] = context.physical[above] as number;
  context.depth[path] = context.depth[above] as number;
}

interface Place {
  readonly context: Context;
  readonly path: number;
  readonly above: number;
  readonly line: number;
  readonly known: readonly KnownLine[];
}

function addFrames(
  builder: ProfileBuilder,
  stack: StackIndex,
  entry: KnownFrame,
  source: SourceLine | undefined,
  { context, path, above, known, line }: Place,
): StackIndex {
  const isInlined = entry.isInlined || source?.isInlined === true;
  if (!isInlined) context.physical[path] = line;
  if (!isInlined && source === undefined) {
    for (const frame of entry.plain) stack = builder.addStack(stack, frame);
    return stack;
  }
  let depth = 0;
  let mapping = entry.mapping;
  if (isInlined && above >= 0) {
    const physical = known[context.physical[above] as number];
    if (typeof physical === 'object' && 'functions' in physical) mapping = physical.mapping;
    context.physical[path] = context.physical[above] as number;
    depth = (context.depth[above] as number) + 1;
    context.depth[path] = depth;
  }
  for (const frame of framesOf(builder, entry, { mapping, depth, source })) {
    stack = builder.addStack(stack, frame);
  }
  return stack;
}

function readLine(builder: ProfileBuilder, bytes: Uint8Array, text: string): KnownLine {
  if (classifyLine(bytes, 0, bytes.length) === lineClasses.source) return parseSourceLine(text);
  const line = parseFrameLine(text);
  // Very old kernels print the process once more, in parentheses, where a symbol stands.
  if (line.symbol.startsWith('(') && !line.symbol.startsWith('(anonymous namespace)')) {
    builder.diagnostics.count('process-name-line', `lines that name a process: ${text.trim()}`);
    return 'process name';
  }
  const mapping = addMapping(builder, line);
  const functions = readFunctions(builder, line);
  const frame = { ...line, functions, mapping };
  return { ...frame, plain: framesOf(builder, frame, { mapping, depth: 0, source: undefined }) };
}

function addMapping(builder: ProfileBuilder, line: FrameLine): MappingIndex {
  if (line.isInlined || (line.dso === '' && line.address < 0)) return none;
  return builder.addMapping({
    file: builder.string(line.dso),
    kind: dsoKind(line.dso),
    start: line.base,
    symbolized: symbolizedBits.functions,
  });
}

function readFunctions(builder: ProfileBuilder, { symbol, dso }: FrameLine): FunctionFacts[] {
  if (symbol === '') return [];
  const names = symbolNames(symbol, dsoKind(dso));
  const isShortened = names.length === 1 && names[0] !== symbol;
  return names.map((name) => ({
    name: builder.string(name),
    ...(isShortened ? { linkageName: builder.string(symbol) } : {}),
  }));
}

interface FramePlace {
  readonly mapping: MappingIndex;
  readonly depth: number;
  readonly source: SourceLine | undefined;
}

function framesOf(
  builder: ProfileBuilder,
  { functions, address }: Pick<KnownFrame, 'functions' | 'address'>,
  { mapping, depth, source }: FramePlace,
): FrameIndex[] {
  const line = source?.line ?? 0;
  if (functions.length === 0) {
    return [builder.addFrame({ function: none, mapping, address, line, inlineDepth: depth })];
  }
  const file = builder.string(source?.file ?? '');
  return functions.map((facts, index) => {
    const called = builder.addFunction({ ...facts, file });
    return builder.addFrame({
      function: called,
      mapping,
      address,
      line,
      inlineDepth: depth + index,
    });
  });
}
