import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';
import type { JsonReader } from '../../base/json-reader.ts';
import { malformed } from '../../base/tool-error.ts';
import { parseCallFrameField, position } from '../v8-call-frame.ts';
import { parseNestedNodes } from '../v8-nested-nodes.ts';
import { emptyFields, emptyNodes, type NodeFields, type RawNodes } from './raw-profile.ts';

interface Links {
  /** Pairs: the node at this row names … */
  readonly parentRow: Int32Builder;
  /** … this id as its child. */
  readonly childId: Float64Builder;
  /** Per node the id of its parent, NaN = not said. */
  readonly parentId: Float64Builder;
}

/** The list form: every node names its children (or, as in traces, its parent) by id. */
export function parseNodeList(json: JsonReader): RawNodes {
  const nodes = emptyNodes();
  const links: Links = {
    parentRow: new Int32Builder(),
    childId: new Float64Builder(),
    parentId: new Float64Builder(),
  };
  json.eachElement('nodes', () => {
    const row = nodes.callFrame.length;
    const fields = emptyFields();
    nodes.offset.push(json.offset);
    links.parentId.push(Number.NaN);
    json.eachKey('a node', (key) => {
      if (key === 'callFrame')
        json.eachKey('callFrame', (inner) => parseField(json, fields, inner));
      else if (key === 'children') parseChildren(json, links, row);
      else if (key === 'parent') {
        if (!json.takeNull()) links.parentId.set(row, json.number('parent'));
      } else if (key === 'positionTicks') parseTicks(json, nodes);
      else parseField(json, fields, key);
    });
    pushNode(nodes, fields);
  });
  linkNodes(json, nodes, links);
  return nodes;
}

/** The tree form of the old profiler: children inside their parents. */
export function parseNodeTree(json: JsonReader): RawNodes {
  const nodes = emptyNodes();
  const all: NodeFields[] = [];
  parseNestedNodes(json, {
    begin(parent) {
      nodes.parent.push(parent);
      nodes.offset.push(json.offset);
      return all.push(emptyFields()) - 1;
    },
    field(row, key) {
      if (!parseField(json, all[row] as NodeFields, key)) json.skipValue();
    },
  });
  for (const fields of all) {
    // Here lines and columns count from 1.
    pushNode(nodes, {
      ...fields,
      lineNumber: Math.max(-1, fields.lineNumber - 1),
      columnNumber: Math.max(-1, fields.columnNumber - 1),
    });
  }
  return nodes;
}

/** Takes one field of a node or of its call frame; false when it is none that matters. */
function parseField(json: JsonReader, fields: NodeFields, key: string): boolean {
  switch (key) {
    case 'id':
      fields.id = json.number('id');
      return true;
    case 'hitCount':
      fields.hitCount = json.takeNull() ? 0 : Math.max(0, json.number(key));
      return true;
    default:
      return parseCallFrameField(json, fields, key);
  }
}

function parseChildren(json: JsonReader, links: Links, row: number): void {
  if (json.takeNull()) return;
  json.beginArray('children');
  while (json.nextElement()) {
    links.childId.push(json.number('the id of a child'));
    links.parentRow.push(row);
  }
}

function parseTicks(json: JsonReader, nodes: RawNodes): void {
  if (json.takeNull()) return;
  json.eachElement('positionTicks', () => {
    let line = 0;
    let ticks = 0;
    json.eachKey('a position tick', (key) => {
      if (key === 'line') line = position(json.number('line'));
      else if (key === 'ticks') ticks = json.number('ticks');
    });
    if (line > 0 && ticks > 0) {
      nodes.tickLine.push(line);
      nodes.tickCount.push(ticks);
    }
  });
}

function pushNode(nodes: RawNodes, fields: NodeFields): void {
  const { functionName, url, lineNumber, columnNumber } = fields;
  nodes.id.push(fields.id);
  nodes.hitCount.push(fields.hitCount);
  nodes.callFrame.push({ functionName, url, lineNumber, columnNumber });
  nodes.tickStart.push(nodes.tickLine.length);
}

/** Turns ids into rows. An id that is nowhere, twice there or has two parents makes no tree. */
function linkNodes(json: JsonReader, nodes: RawNodes, links: Links): void {
  const rows = rowsById(json, nodes);
  for (let row = 0; row < nodes.callFrame.length; row++) {
    const parentId = links.parentId.at(row);
    const parent = Number.isNaN(parentId) ? -1 : rows.get(parentId);
    if (parent === undefined)
      throw failAt(json, nodes, row, `no node ${parentId} to be its parent`);
    nodes.parent.push(parent);
  }
  for (let link = 0; link < links.childId.length; link++) {
    const parent = links.parentRow.at(link);
    const child = rows.get(links.childId.at(link));
    if (child === undefined) {
      throw failAt(json, nodes, parent, `no node ${links.childId.at(link)} to be its child`);
    }
    const known = nodes.parent.at(child);
    if (known >= 0 && known !== parent) throw failAt(json, nodes, child, 'a node has two parents');
    nodes.parent.set(child, parent);
  }
}

function rowsById(json: JsonReader, nodes: RawNodes): Map<number, number> {
  const rows = new Map<number, number>();
  for (let row = 0; row < nodes.id.length; row++) {
    const id = nodes.id.at(row);
    if (rows.has(id)) throw failAt(json, nodes, row, `a second node ${id}`);
    rows.set(id, row);
  }
  return rows;
}

function failAt(json: JsonReader, nodes: RawNodes, row: number, what: string): Error {
  return malformed(json.section, nodes.offset.at(row), what);
}
