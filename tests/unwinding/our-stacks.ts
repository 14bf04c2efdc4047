import {
  type AddressSpaces,
  FrameTable,
  registerLayout,
  StackUnwinder,
  type UnwindEnd,
} from '../../src/unwind/index.ts';
import type { StackRecording, StackSample } from './perf-samples.ts';

export interface OurStack {
  /** Lookup addresses (Avma), leaf first. */
  readonly addresses: readonly number[];
  /** The same as offsets in their files, as perf prints them. */
  readonly offsets: readonly number[];
  /** The file that the leaf is in. */
  readonly leafFile: string;
  readonly end: UnwindEnd;
}

/** Unwinds samples of a recording with one unwinder, as a reader does. */
export function ourStacks(
  recording: StackRecording,
  samples: readonly StackSample[] = recording.samples,
  maxFrames = 1024,
): OurStack[] {
  return unwindSamples(recording.spaces, recording.attr.userRegisters, samples, maxFrames);
}

export function unwindSamples(
  spaces: AddressSpaces,
  registerMask: bigint,
  samples: readonly StackSample[],
  maxFrames = 1024,
): OurStack[] {
  const table = new FrameTable(spaces);
  const unwinder = new StackUnwinder('x86-64', spaces, table, { maxFrames });
  const layout = registerLayout('x86-64', registerMask);
  return samples.map((sample) => {
    const space = spaces.spaceAt(sample.pid, sample.timeNs);
    const depth = unwinder.unwind(sample.words, { ...sample, layout }, space);
    const rows = Array.from(unwinder.frames.subarray(0, depth));
    return {
      addresses: rows.map((row) => table.avma(row)),
      offsets: rows.map((row) => {
        const mapping = spaces.mappings[table.mapping(row)];
        return table.avma(row) - (mapping?.start ?? 0) + (mapping?.fileOffset ?? 0);
      }),
      leafFile: spaces.mappings[table.mapping(rows[0] ?? 0)]?.path ?? '',
      end: unwinder.end,
    };
  });
}
