import type { JsonReader } from '../base/json-reader.ts';

/** What becomes of a tree of nodes that stand inside each other. */
export interface NestedNodes {
  /** A node begins below another (-1 = none): gives its row. */
  begin(parent: number): number;
  /** Takes, or skips, one field of a node that is not `children`. */
  field(row: number, key: string): void;
}

/** As deep as the stacks were: so a list of the nodes that are open, and no recursion. */
export function parseNestedNodes(json: JsonReader, nodes: NestedNodes): void {
  const open: number[] = [];
  const beginNode = (): void => {
    open.push(nodes.begin(open.at(-1) ?? -1));
    json.beginObject('a node');
  };
  const nextChild = (): void => {
    if (json.nextElement()) beginNode();
  };
  beginNode();
  for (let row = open.at(-1); row !== undefined; row = open.at(-1)) {
    const key = json.nextKey();
    if (key === undefined) {
      open.pop();
      if (open.length > 0) nextChild();
    } else if (key === 'children' && !json.takeNull()) {
      json.beginArray('children');
      nextChild();
    } else if (key !== 'children') nodes.field(row, key);
  }
}
