import { Int32Builder } from '../../base/growable-column.ts';
import { int64, type ProtobufReader } from '../../base/protobuf-reader.ts';
import { PairIndex } from '../../base/tuple-index.ts';
import {
  type Label,
  type LabelSetIndex,
  noLabels,
  none,
  type ProfileBuilder,
  type StringIndex,
  type ThreadIndex,
} from '../../profile/index.ts';
import { labelFields as fields } from './field-table.ts';
import type { StringRows } from './string-rows.ts';
import { threadOfLabels } from './thread-labels.ts';

/** No label yet: where `add` starts for each sample. */
export const noLabelNode = 0;

/** Of one label: key, text or -1, the halves of its number, unit. */
const columns = 5;

/**
 * Label sets as paths of a tree of integers, so that a set seen before costs a few look-ups and no
 * object. Only a new set is turned into labels.
 */
export class LabelRows {
  readonly #strings: StringRows;
  readonly #builder: ProfileBuilder;
  readonly #steps = new PairIndex(64);
  #nodes = 1;
  /** By node, for nodes that end a label: the set before it, and its columns. */
  readonly #labels = new Map<number, { readonly before: number; readonly label: Label }>();
  readonly #sets = new Map<number, LabelSetIndex>();
  readonly #threads = new Int32Builder();
  readonly #scratch = new Int32Array(columns);

  constructor(strings: StringRows, builder: ProfileBuilder) {
    this.#strings = strings;
    this.#builder = builder;
    this.#threads.push(none);
  }

  /** Reads the label at the reader; gives the set `node` with that label added. */
  add(reader: ProtobufReader, node: number): number {
    const scratch = this.#scratch;
    this.#read(reader, scratch);
    let next = node;
    for (let column = 0; column < columns; column++) {
      const known = this.#steps.findOrAdd(next, scratch[column] as number, this.#nodes);
      next = known < 0 ? this.#nodes++ : known;
    }
    if (next === this.#nodes - 1 && !this.#labels.has(next)) {
      this.#labels.set(next, { before: node, label: this.#label(scratch) });
    }
    return next;
  }

  setOf(node: number): LabelSetIndex {
    if (node === noLabelNode) return noLabels;
    const known = this.#sets.get(node);
    if (known !== undefined) return known;
    const labels: Label[] = [];
    for (let at = this.#labels.get(node); at !== undefined; at = this.#labels.get(at.before)) {
      labels.push(at.label);
    }
    labels.reverse();
    const set = this.#builder.addLabelSet(labels);
    this.#sets.set(node, set);
    if (set === this.#threads.length) this.#threads.push(threadOfLabels(labels, this.#builder));
    return set;
  }

  /** The thread that the labels of a set speak of. */
  threadOf(set: LabelSetIndex): ThreadIndex {
    return this.#threads.at(set) as ThreadIndex;
  }

  #read(reader: ProtobufReader, columns: Int32Array): void {
    let [key, text, unit] = [0, -1, 0];
    columns[2] = columns[3] = 0;
    const outer = reader.enter('label');
    while (reader.next()) {
      if (reader.field === fields.key) key = this.#string(reader, 'label key');
      else if (reader.field === fields.str) text = this.#string(reader, 'label str') || -1;
      else if (reader.field === fields.numUnit) unit = this.#string(reader, 'label num_unit');
      else if (reader.field === fields.num) {
        reader.signed('label num');
        columns[2] = reader.low;
        columns[3] = reader.high;
      } else reader.skip();
    }
    reader.leave(outer);
    columns[0] = key;
    columns[1] = text;
    columns[4] = unit;
  }

  #string(reader: ProtobufReader, what: string): number {
    return this.#strings.at(reader.unsigned(what), reader, what);
  }

  #label(columns: Int32Array): Label {
    const key = columns[0] as StringIndex;
    const text = columns[1] as StringIndex;
    const unit = columns[4] as StringIndex;
    const number = int64(columns[2] as number, columns[3] as number);
    if (text < 0) return { key, number, unit };
    if (number !== 0n) {
      const message = 'a label has both a text and a number; the text is kept';
      this.#builder.diagnostics.count('label-with-two-values', message);
    }
    return { key, text };
  }
}
