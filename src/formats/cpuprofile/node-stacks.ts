import { malformed } from '../../base/tool-error.ts';
import { none, type ProfileBuilder, type StackIndex } from '../../profile/index.ts';
import type { CallFrame } from '../v8-call-frame.ts';
import { addMainModule, addPlace, type CallPlace, callPlaceOf } from '../v8-call-place.ts';
import { section } from './parse-raw.ts';
import type { RawNodes } from './raw-profile.ts';

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
