import { Float64Builder, Int32Builder } from '../base/growable-column.ts';
import { HashIndex, mixHash } from '../base/tuple-index.ts';
import {
  type FrameIndex,
  type FrameTable,
  type FunctionIndex,
  type FunctionTable,
  type LabelSetIndex,
  type LabelSetTable,
  type MappingIndex,
  type MappingKind,
  type MappingTable,
  type MarkerTable,
  mappingKinds,
  noLabels,
  type StackIndex,
  type StringIndex,
  type ThreadIndex,
  type ThreadTable,
} from './tables.ts';

const noString = 0 as StringIndex;

export interface MappingFacts {
  readonly file: StringIndex;
  readonly kind?: MappingKind;
  readonly buildId?: StringIndex;
  readonly start?: bigint;
  readonly limit?: bigint;
  readonly offset?: bigint;
  readonly symbolized?: number;
}

export interface FunctionFacts {
  readonly name: StringIndex;
  readonly linkageName?: StringIndex;
  readonly file?: StringIndex;
  readonly startLine?: number;
}

export interface FrameFacts {
  readonly function: FunctionIndex;
  readonly mapping?: MappingIndex;
  readonly address?: number;
  readonly line?: number;
  readonly column?: number;
  readonly inlineDepth?: number;
  readonly flags?: number;
}

export interface ThreadFacts {
  readonly pid: number;
  readonly tid: number;
  readonly processName?: StringIndex;
  readonly threadName?: StringIndex;
  readonly startNs?: number;
  readonly endNs?: number;
}

/** A label is a text or a number with a unit. */
export interface Label {
  readonly key: StringIndex;
  readonly text?: StringIndex;
  readonly number?: bigint;
  readonly unit?: StringIndex;
}

export interface MarkerFacts {
  readonly name: StringIndex;
  readonly thread: ThreadIndex;
  readonly startNs: number;
  readonly endNs: number;
  readonly stack?: StackIndex;
  readonly payload?: StringIndex;
}

export class MappingRows {
  readonly #rows: Required<MappingFacts>[] = [];
  readonly #index = new Map<string, MappingIndex>();

  add(facts: MappingFacts): MappingIndex {
    const row: Required<MappingFacts> = {
      kind: 'user',
      buildId: noString,
      start: 0n,
      limit: 0n,
      offset: 0n,
      symbolized: 0,
      ...facts,
    };
    const key = `${row.file},${row.buildId},${row.start},${row.limit},${row.offset},${row.kind},${row.symbolized}`;
    const known = this.#index.get(key);
    if (known !== undefined) return known;
    const index = (this.#rows.push(row) - 1) as MappingIndex;
    this.#index.set(key, index);
    return index;
  }

  finish(): MappingTable {
    const rows = this.#rows;
    return {
      length: rows.length,
      file: Int32Array.from(rows, (row) => row.file),
      buildId: Int32Array.from(rows, (row) => row.buildId),
      start: BigUint64Array.from(rows, (row) => row.start),
      limit: BigUint64Array.from(rows, (row) => row.limit),
      offset: BigUint64Array.from(rows, (row) => row.offset),
      kind: Uint8Array.from(rows, (row) => mappingKinds.indexOf(row.kind)),
      symbolized: Uint8Array.from(rows, (row) => row.symbolized),
    };
  }
}

export class FunctionRows {
  readonly #name = new Int32Builder();
  readonly #linkageName = new Int32Builder();
  readonly #file = new Int32Builder();
  readonly #startLine = new Int32Builder();
  readonly #index = new HashIndex();

  add(facts: FunctionFacts): FunctionIndex {
    const { name, linkageName = noString, file = noString, startLine = 0 } = facts;
    // Not mixHash(name, linkageName): the two are neighbours, and their exclusive or is mostly 1.
    const hash = mixHash(mixHash(mixHash(mixHash(0, name), linkageName), file), startLine);
    const known = this.#index.find(
      hash,
      (row) =>
        this.#name.at(row) === name &&
        this.#linkageName.at(row) === linkageName &&
        this.#file.at(row) === file &&
        this.#startLine.at(row) === startLine,
    );
    if (known >= 0) return known as FunctionIndex;
    const row = this.#name.push(name);
    this.#linkageName.push(linkageName);
    this.#file.push(file);
    this.#startLine.push(startLine);
    this.#index.add(hash, row);
    return row as FunctionIndex;
  }

  finish(): FunctionTable {
    return {
      length: this.#name.length,
      name: this.#name.finish(),
      linkageName: this.#linkageName.finish(),
      file: this.#file.finish(),
      startLine: this.#startLine.finish(),
    };
  }
}

export class FrameRows {
  readonly #mapping = new Int32Builder();
  readonly #address = new Float64Builder();
  readonly #function = new Int32Builder();
  readonly #line = new Int32Builder();
  readonly #column = new Int32Builder();
  readonly #inlineDepth = new Int32Builder();
  readonly #flags = new Int32Builder();
  readonly #index = new HashIndex(1024);

  add(facts: FrameFacts): FrameIndex {
    const { mapping = -1, address = -1, line = 0, column = 0, inlineDepth = 0, flags = 0 } = facts;
    let hash = mixHash(mixHash(facts.function, mapping), address % 2 ** 32);
    hash = mixHash(mixHash(hash, line), mixHash(column, inlineDepth));
    const known = this.#index.find(
      hash,
      (row) =>
        this.#function.at(row) === facts.function &&
        this.#address.at(row) === address &&
        this.#mapping.at(row) === mapping &&
        this.#line.at(row) === line &&
        this.#column.at(row) === column &&
        this.#inlineDepth.at(row) === inlineDepth &&
        this.#flags.at(row) === flags,
    );
    if (known >= 0) return known as FrameIndex;
    const row = this.#function.push(facts.function);
    this.#mapping.push(mapping);
    this.#address.push(address);
    this.#line.push(line);
    this.#column.push(column);
    this.#inlineDepth.push(inlineDepth);
    this.#flags.push(flags);
    this.#index.add(hash, row);
    return row as FrameIndex;
  }

  finish(): FrameTable {
    return {
      length: this.#function.length,
      mapping: this.#mapping.finish(),
      address: this.#address.finish(),
      function: this.#function.finish(),
      line: this.#line.finish(),
      column: this.#column.finish(),
      inlineDepth: this.#inlineDepth.finish(),
      flags: Uint8Array.from(this.#flags.view()),
    };
  }
}

export class ThreadRows {
  readonly #rows: Required<ThreadFacts>[] = [];
  readonly #index = new Map<string, ThreadIndex>();

  add(facts: ThreadFacts): ThreadIndex {
    const row: Required<ThreadFacts> = {
      processName: noString,
      threadName: noString,
      startNs: Number.NaN,
      endNs: Number.NaN,
      ...facts,
    };
    const key = `${row.pid},${row.tid},${row.processName},${row.threadName},${row.startNs},${row.endNs}`;
    const known = this.#index.get(key);
    if (known !== undefined) return known;
    const index = (this.#rows.push(row) - 1) as ThreadIndex;
    this.#index.set(key, index);
    return index;
  }

  finish(): ThreadTable {
    const rows = this.#rows;
    return {
      length: rows.length,
      pid: Int32Array.from(rows, (row) => row.pid),
      tid: Int32Array.from(rows, (row) => row.tid),
      processName: Int32Array.from(rows, (row) => row.processName),
      threadName: Int32Array.from(rows, (row) => row.threadName),
      startNs: Float64Array.from(rows, (row) => row.startNs),
      endNs: Float64Array.from(rows, (row) => row.endNs),
    };
  }
}

export class LabelSetRows {
  readonly #start = [0, 0];
  readonly #labels: Label[] = [];
  readonly #index = new Map<string, LabelSetIndex>();

  add(labels: readonly Label[]): LabelSetIndex {
    if (labels.length === 0) return noLabels;
    const key = labels
      .map((label) => `${label.key},${label.text ?? -1},${label.number ?? 0n},${label.unit ?? 0}`)
      .join(';');
    const known = this.#index.get(key);
    if (known !== undefined) return known;
    const index = (this.#start.length - 1) as LabelSetIndex;
    for (const label of labels) this.#labels.push(label);
    this.#start.push(this.#labels.length);
    this.#index.set(key, index);
    return index;
  }

  finish(): LabelSetTable {
    const labels = this.#labels;
    return {
      length: this.#start.length - 1,
      start: Int32Array.from(this.#start),
      key: Int32Array.from(labels, (label) => label.key),
      text: Int32Array.from(labels, (label) => label.text ?? -1),
      number: BigInt64Array.from(labels, (label) => label.number ?? 0n),
      unit: Int32Array.from(labels, (label) => label.unit ?? 0),
    };
  }
}

export class MarkerRows {
  readonly #rows: MarkerFacts[] = [];

  add(facts: MarkerFacts): void {
    this.#rows.push(facts);
  }

  finish(): MarkerTable {
    const rows = this.#rows;
    return {
      length: rows.length,
      name: Int32Array.from(rows, (row) => row.name),
      thread: Int32Array.from(rows, (row) => row.thread),
      startNs: Float64Array.from(rows, (row) => row.startNs),
      endNs: Float64Array.from(rows, (row) => row.endNs),
      stack: Int32Array.from(rows, (row) => row.stack ?? -1),
      payload: Int32Array.from(rows, (row) => row.payload ?? 0),
    };
  }
}
