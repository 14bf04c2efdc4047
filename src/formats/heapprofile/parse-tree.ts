import { JsonReader } from '../../base/json-reader.ts';
import { malformed } from '../../base/tool-error.ts';
import { type CallFrame, emptyCallFrame, parseCallFrameField } from '../v8-call-frame.ts';
import { parseNestedNodes } from '../v8-nested-nodes.ts';

const section = '.heapprofile JSON';

/** A call takes two levels of JSON; V8 keeps stacks far shorter than this. */
const deepestTree = 20_000;

export interface HeapNode {
  readonly callFrame: CallFrame;
  /** The row of its caller, which stands before it; -1 = the root. */
  readonly parent: number;
  id: number;
  selfBytes: number;
}

export interface HeapTree {
  readonly nodes: readonly HeapNode[];
  /** Sampled objects by the id of their node; null when the file has sizes only. */
  readonly sampleCounts: ReadonlyMap<number, number> | null;
}

export function parseHeapTree(bytes: Uint8Array): HeapTree {
  const json = new JsonReader(bytes, section, { maxDepth: deepestTree });
  let nodes: HeapNode[] | undefined;
  let sampleCounts: Map<number, number> | null = null;
  json.eachKey('the profile object', (key) => {
    if (key === 'head') nodes = parseNodes(json);
    else if (key === 'samples' && !json.takeNull()) sampleCounts = parseSamples(json);
  });
  json.end();
  if (nodes === undefined) throw malformed(section, 0, 'no head');
  return { nodes, sampleCounts };
}

function parseNodes(json: JsonReader): HeapNode[] {
  const nodes: HeapNode[] = [];
  parseNestedNodes(json, {
    begin: (parent) =>
      nodes.push({ callFrame: emptyCallFrame(), parent, id: -1, selfBytes: 0 }) - 1,
    field: (row, key) => parseField(json, nodes[row] as HeapNode, key),
  });
  return nodes;
}

function parseField(json: JsonReader, node: HeapNode, key: string): void {
  if (key === 'id') node.id = json.number(key);
  else if (key === 'selfSize') node.selfBytes = Math.max(0, json.number(key));
  else if (key === 'callFrame') {
    json.eachKey(key, (inner) => parseCallFrameField(json, node.callFrame, inner));
  } else json.skipValue();
}

function parseSamples(json: JsonReader): Map<number, number> {
  const counts = new Map<number, number>();
  json.eachElement('samples', () => {
    json.eachKey('a sample', (key) => {
      if (key !== 'nodeId') return;
      const node = json.number(key);
      counts.set(node, (counts.get(node) ?? 0) + 1);
    });
  });
  return counts;
}
