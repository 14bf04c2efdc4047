import { type ProtobufReader, wireTypes } from '../../base/protobuf-reader.ts';
import {
  type FrameIndex,
  none,
  type ProfileBuilder,
  type StackIndex,
  type ValueTypeIndex,
} from '../../profile/index.ts';
import type { FieldIndex } from './field-index.ts';
import { sampleFields as fields, profileFields } from './field-table.ts';
import { LabelRows, noLabelNode } from './label-rows.ts';
import type { LocationRows } from './location-rows.ts';
import type { StringRows } from './string-rows.ts';

const exact = Number.MAX_SAFE_INTEGER;

/** Reads every sample straight into the columns of the builder: no object per sample. */
export function parseSamples(
  reader: ProtobufReader,
  index: FieldIndex,
  locations: LocationRows,
  strings: StringRows,
  builder: ProfileBuilder,
): void {
  const samples = new SampleReader(reader, locations, builder);
  const labels = new LabelRows(strings, builder);
  reader.window(index.samplesStart, index.samplesEnd);
  while (reader.next()) {
    if (reader.field !== profileFields.sample) {
      reader.skip();
      continue;
    }
    samples.read(labels);
  }
}

/** The state of reading samples one after the other. */
class SampleReader {
  readonly #reader: ProtobufReader;
  readonly #builder: ProfileBuilder;
  readonly #locations: LocationRows;
  readonly #types: number;
  /** Location rows of the sample being read, leaf first. */
  #leafFirst = new Int32Array(64);
  #depth = 0;
  readonly #values: Float64Array;
  #valueCount = 0;
  /** The path of the sample before, root first, with the stack that ends at each location. */
  #path = new Int32Array(64);
  #pathStack = new Int32Array(64);
  #pathDepth = 0;

  constructor(reader: ProtobufReader, locations: LocationRows, builder: ProfileBuilder) {
    this.#reader = reader;
    this.#locations = locations;
    this.#builder = builder;
    this.#types = builder.valueTypes.length;
    this.#values = new Float64Array(this.#types);
  }

  read(labels: LabelRows): void {
    const reader = this.#reader;
    this.#depth = 0;
    this.#valueCount = 0;
    let node = noLabelNode;
    const outer = reader.enter('sample');
    const start = reader.offset;
    while (reader.next()) {
      if (reader.field === fields.locationId) this.#readLocations();
      else if (reader.field === fields.value) this.#readValues();
      else if (reader.field === fields.label) node = labels.add(reader, node);
      else reader.skip();
    }
    if (this.#valueCount !== this.#types) {
      reader.offset = start;
      throw reader.fail(`a sample of ${this.#valueCount} values where ${this.#types} are declared`);
    }
    reader.leave(outer);
    const set = labels.setOf(node);
    const { samples } = this.#builder;
    const row = samples.add(this.#addStack(), labels.threadOf(set), set);
    for (let type = 0; type < this.#types; type++) {
      samples.addValue(row, type as ValueTypeIndex, this.#values[type] as number);
    }
  }

  /** Repeated numbers come packed into one field or each in a field of its own. */
  #readLocations(): void {
    const reader = this.#reader;
    if (reader.wire !== wireTypes.bytes) {
      reader.unsigned('location_id');
      this.#push(this.#findSlow(reader.low, reader.high));
      return;
    }
    const outer = reader.enter('location_id');
    this.#readPacked();
    reader.leave(outer);
  }

  /** The hottest loop: ids of one to three bytes are decoded in place. */
  #readPacked(): void {
    const reader = this.#reader;
    const { bytes, end } = reader;
    const { dense } = this.#locations.ids;
    let at = reader.offset;
    // A packed id takes at least a byte, so this is room enough.
    this.#reserve(end - at);
    const rows = this.#leafFirst;
    let depth = this.#depth;
    while (at < end) {
      let id = bytes[at] as number;
      let used = 1;
      if (id >= 0x80) {
        const second = at + 1 < end ? (bytes[at + 1] as number) : 0x80;
        id = (id & 0x7f) | ((second & 0x7f) << 7);
        used = 2;
        if (second >= 0x80) {
          const third = at + 2 < end ? (bytes[at + 2] as number) : 0x80;
          id = third < 0x80 ? id | (third << 14) : 0;
          used = 3;
        }
      }
      // Id 0 is nobody's: longer ids and those not in the array take the slow way.
      const row = id < dense.length ? (dense[id] as number) : 0;
      if (row !== 0) {
        rows[depth++] = row - 1;
        at += used;
        continue;
      }
      reader.offset = at;
      reader.varint('location_id');
      rows[depth++] = this.#findSlow(reader.low, reader.high);
      at = reader.offset;
    }
    this.#depth = depth;
  }

  #findSlow(low: number, high: number): number {
    const row = this.#locations.ids.find(low, high);
    if (row < 0) throw this.#reader.fail('a sample names a location that is not there');
    return row;
  }

  #readValues(): void {
    const reader = this.#reader;
    if (reader.wire !== wireTypes.bytes) {
      this.#addValue(reader.signed('value'));
      return;
    }
    const outer = reader.enter('value');
    reader.wire = wireTypes.varint;
    while (reader.offset < reader.end) this.#addValue(reader.signed('value'));
    reader.leave(outer);
  }

  #addValue(value: number): void {
    if (this.#valueCount < this.#types) this.#values[this.#valueCount] = value;
    this.#valueCount++;
    if (value > exact || value < -exact) {
      const message = 'a value beyond 2^53 is kept with 53 bits of precision';
      this.#builder.diagnostics.count('value-beyond-2^53', message);
    }
  }

  /**
   * The stack of the sample just read. Samples are often written in an order where neighbours share
   * their outer frames, so the path of the sample before is compared before anything is looked up.
   */
  #addStack(): StackIndex {
    const depth = this.#depth;
    const rows = this.#leafFirst;
    if (this.#path.length < rows.length) this.#growPath(rows.length);
    const path = this.#path;
    const pathStack = this.#pathStack;
    const most = Math.min(depth, this.#pathDepth);
    let shared = 0;
    while (shared < most && path[shared] === rows[depth - 1 - shared]) shared++;
    let stack = (shared === 0 ? none : pathStack[shared - 1]) as StackIndex;
    for (let at = shared; at < depth; at++) {
      const row = rows[depth - 1 - at] as number;
      stack = this.#addLocation(stack, row);
      path[at] = row;
      pathStack[at] = stack;
    }
    this.#pathDepth = depth;
    return stack;
  }

  #addLocation(parent: StackIndex, row: number): StackIndex {
    const { first, frames } = this.#locations;
    let stack = parent;
    const end = first[row + 1] as number;
    for (let at = first[row] as number; at < end; at++) {
      stack = this.#builder.addStack(stack, frames[at] as FrameIndex);
    }
    return stack;
  }

  #push(row: number): void {
    this.#reserve(1);
    this.#leafFirst[this.#depth++] = row;
  }

  #reserve(more: number): void {
    const needed = this.#depth + more;
    if (needed <= this.#leafFirst.length) return;
    const grown = new Int32Array(Math.max(needed, this.#leafFirst.length * 2));
    grown.set(this.#leafFirst.subarray(0, this.#depth));
    this.#leafFirst = grown;
  }

  #growPath(size: number): void {
    const path = new Int32Array(size);
    const stacks = new Int32Array(size);
    path.set(this.#path);
    stacks.set(this.#pathStack);
    this.#path = path;
    this.#pathStack = stacks;
  }
}
