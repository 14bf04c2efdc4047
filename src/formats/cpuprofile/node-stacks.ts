import { malformed } from '../../base/tool-error.ts';
import { none, type ProfileBuilder, type StackIndex } from '../../profile/index.ts';
import { type CallPlace, callPlaceOf } from './call-place.ts';
import { section } from './parse-raw.ts';
import type { CallFrame, RawNodes } from './raw-profile.ts';

/** What a node says about the thread while it was sampled. */
export interface NodeStacks {
  /** The stack of each node, the place of its function as leaf. */
  readonly stack: Int32Array;
  /** The stack above each node: where its line-level leaves hang. */
  readonly parentStack: Int32Array;
  readonly place: readonly CallPlace[];
  readonly isIdle: Uint8Array;
}

/**
 * Adds the stack of every node, parents first. V8's `(root)` stands above all and says nothing, so
 * it is left out; a hit on the root itself keeps it.
 */
export function addNodeStacks(builder: ProfileBuilder, nodes: RawNodes): NodeStacks {
  const count = nodes.callFrame.length;
  const stack = new Int32Array(count);
  const parentStack = new Int32Array(count);
  const isIdle = new Uint8Array(count);
  const place = nodes.callFrame.map(callPlaceOf);
  addMainModule(builder, place);
  for (const row of parentsFirst(nodes)) {
    const parent = nodes.parent.at(row);
    const frame = nodes.callFrame[row] as CallFrame;
    const above = parent < 0 || isRoot(nodes, parent) ? none : (stack[parent] as StackIndex);
    parentStack[row] = above;
    stack[row] = addPlace(builder, above, place[row] as CallPlace, 0);
    isIdle[row] = frame.functionName === '(idle)' && frame.url === '' ? 1 : 0;
  }
  return { stack, parentStack, place, isIdle };
}

/**
 * The stack `above` followed by the place, on a sampled line when one is known. Column 0 marks such
 * a line; the beginning of the function has its column. A line that is the function's first tells
 * nothing more than its beginning, and in minified code less.
 */
export function addPlace(
  builder: ProfileBuilder,
  above: StackIndex,
  place: CallPlace,
  line: number,
): StackIndex {
  const called = builder.addFunction({
    name: builder.string(place.name),
    file: builder.string(place.file),
    startLine: place.line,
  });
  const mapping = builder.addMapping({ file: builder.string(place.module), kind: place.kind });
  const isInside = line > 0 && line !== place.line;
  const where = isInside ? { line, column: 0 } : { line: place.line, column: place.column };
  return builder.addStack(above, builder.addFrame({ function: called, mapping, ...where }));
}

/** Reports take the first image for the program itself: the first script that is not Node's own. */
function addMainModule(builder: ProfileBuilder, places: readonly CallPlace[]): void {
  const main = places.find(({ module, kind }) => kind === 'jit' && !module.startsWith('node:'));
  if (main !== undefined)
    builder.addMapping({ file: builder.string(main.module), kind: main.kind });
}

function isRoot(nodes: RawNodes, row: number): boolean {
  return nodes.parent.at(row) < 0 && nodes.callFrame[row]?.functionName === '(root)';
}

/** Rows in an order in which every parent comes before its children. A circle has no such order. */
function parentsFirst(nodes: RawNodes): Int32Array {
  const count = nodes.callFrame.length;
  const childCount = new Int32Array(count + 1);
  for (let row = 0; row < count; row++) {
    const parent = nodes.parent.at(row);
    if (parent >= 0) childCount[parent + 1] = (childCount[parent + 1] as number) + 1;
  }
  const childStart = childCount;
  for (let row = 0; row < count; row++) {
    childStart[row + 1] = (childStart[row + 1] as number) + (childStart[row] as number);
  }
  const children = new Int32Array(childStart[count] as number);
  const filled = childStart.slice();
  const order = new Int32Array(count);
  let reached = 0;
  for (let row = 0; row < count; row++) {
    const parent = nodes.parent.at(row);
    if (parent < 0) order[reached++] = row;
    else {
      const at = filled[parent] as number;
      children[at] = row;
      filled[parent] = at + 1;
    }
  }
  for (let next = 0; next < reached; next++) {
    const row = order[next] as number;
    for (let at = childStart[row] as number; at < (childStart[row + 1] as number); at++) {
      order[reached++] = children[at] as number;
    }
  }
  if (reached < count)
    throw malformed(section, firstLost(nodes, order, reached), 'nodes in a circle');
  return order;
}

function firstLost(nodes: RawNodes, order: Int32Array, reached: number): number {
  const isReached = new Uint8Array(order.length);
  for (const row of order.subarray(0, reached)) isReached[row] = 1;
  return nodes.offset.at(isReached.indexOf(0));
}
