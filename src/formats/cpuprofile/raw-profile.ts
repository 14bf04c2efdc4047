import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';
import { type CallFrame, emptyCallFrame } from '../v8-call-frame.ts';

/** The nodes of a profile as columns. `parent` is a row, -1 = a root. */
export interface RawNodes {
  readonly id: Float64Builder;
  readonly callFrame: Readonly<CallFrame>[];
  readonly hitCount: Float64Builder;
  readonly parent: Int32Builder;
  /** Where each node stands in the file, for errors. */
  readonly offset: Float64Builder;
  /** Position ticks of node `n`: rows tickStart[n] … tickStart[n + 1] − 1. */
  readonly tickStart: Int32Builder;
  readonly tickLine: Int32Builder;
  readonly tickCount: Float64Builder;
}

/** A .cpuprofile as it is in the file, both generations alike. Times are microseconds. */
export interface RawProfile {
  readonly nodes: RawNodes;
  readonly startTime: number;
  readonly endTime: number;
  /** Node ids; null when the file has hit counts only. */
  readonly samples: Float64Array | null;
  /** When each sample was taken. */
  readonly timestamps: Float64Array | null;
  /** The line of each sample, where the recorder knew it; 0 = unknown. */
  readonly lines: Float64Array | null;
}

export function emptyNodes(): RawNodes {
  const tickStart = new Int32Builder();
  tickStart.push(0);
  return {
    id: new Float64Builder(),
    callFrame: [],
    hitCount: new Float64Builder(),
    parent: new Int32Builder(),
    offset: new Float64Builder(),
    tickStart,
    tickLine: new Int32Builder(),
    tickCount: new Float64Builder(),
  };
}

/** What the fields of one node said. */
export interface NodeFields extends CallFrame {
  id: number;
  hitCount: number;
}

export function emptyFields(): NodeFields {
  return { ...emptyCallFrame(), id: -1, hitCount: 0 };
}
