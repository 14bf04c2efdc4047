import { baseName } from '../../base/base-name.ts';
import { findSection } from '../../object/elf-file.ts';
import { sampleBits } from '../../perf/attr-table.ts';
import type { StackTable } from '../../profile/index.ts';
import { UnwindImages } from '../../unwind/index.ts';
import type { RecordedEvent } from './event-list.ts';
import type { Recording } from './recording.ts';

/** Of an image that samples were taken in, how many there were and how many without a frame pointer. */
interface ImageCount {
  readonly path: string;
  samples: number;
  without: number;
}

/** Less of all samples is not worth a line. */
const smallestShare = 0.02;
/** rbp in DWARF's numbers of x86-64. */
const framePointer = 6;

/**
 * Counts what a chain of frame pointers hides without a sign: where the innermost user frame keeps none,
 * its caller is left out, and all callers where rbp holds something else. Unwind information tells for
 * each address whether its frame is found by rbp. A prologue's is not yet, so an image is named only
 * when most samples in it lack one. AArch64 keeps frame pointers by default and is left alone.
 * `stacks` are the rows of the recording's `CallStacks`.
 */
export function noteMissingPointers(recording: Recording, stacks: StackTable): void {
  const { samples, events, jitFrames, diagnostics } = recording;
  const isChained = events.all.map(isChain);
  // Runtimes that make code have pointers in it and no unwind information: nothing else serves them.
  if (!isChained.includes(true) || (jitFrames?.addresses.length ?? 0) > 0) return;
  const perStack = new Float64Array(stacks.length);
  let total = 0;
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack.at(row);
    const count = samples.isSummed ? samples.count.at(row) : 1;
    total += count;
    if (stack < 0 || isChained[samples.event.at(row)] !== true) continue;
    perStack[stack] = (perStack[stack] as number) + count;
  }
  for (const { path, samples: all, without } of countByImage(recording, stacks, perStack)) {
    if (without * 2 <= all || without < total * smallestShare) continue;
    const name = baseName(path);
    diagnostics.count(
      `no-frame-pointers:${name}`,
      `samples are in functions of ${name} that keep no frame pointer, so one or all of their callers are missing: record with --call-graph dwarf`,
      without,
    );
  }
}

/** Stacks that the kernel walked by frame pointers, and nothing recorded beside them to mend them. */
function isChain({ attr, layout }: RecordedEvent): boolean {
  const more = sampleBits.userRegisters | sampleBits.userStack;
  const kind = attr.sampleType & (sampleBits.callchain | more);
  return kind === sampleBits.callchain && !layout.hasCallStackBranches;
}

function countByImage(
  recording: Recording,
  stacks: StackTable,
  perStack: Float64Array,
): ImageCount[] {
  const { spaces, frames } = recording;
  const images = new UnwindImages(spaces, undefined);
  const perFrame = samplesByInnermost(recording, stacks, perStack);
  const counts = new Map<string, ImageCount>();
  for (let row = 0; row < perFrame.length; row++) {
    const count = perFrame[row] as number;
    if (count === 0) continue;
    const mapping = frames.mapping(row);
    const image = images.find(mapping);
    const { path } = spaces.mappings[mapping] ?? { path: '' };
    if (image === undefined || image.elf.machine !== 'x86-64' || path === '[vdso]') continue;
    const svma = images.svmaIn(image, mapping, frames.avma(row));
    if (svma === undefined || image.goFrame(svma) !== undefined) continue;
    if (findSection(image.elf, '.text.embedded_blob') !== undefined) continue; // V8's
    const found = image.findRow(svma);
    if (found === undefined) continue;
    let known = counts.get(path);
    if (known === undefined) {
      known = { path, samples: 0, without: 0 };
      counts.set(path, known);
    }
    known.samples += count;
    if (found.row.cfaRegister !== framePointer) known.without += count;
  }
  return [...counts.values()];
}

/** Per row of the frame table the samples whose user part it is the innermost frame of. */
function samplesByInnermost(
  { frames }: Recording,
  { parent, frame, length }: StackTable,
  perStack: Float64Array,
): Float64Array {
  const innermost = new Int32Array(length);
  const perFrame = new Float64Array(frames.length);
  for (let stack = 0; stack < length; stack++) {
    const number = frame[stack] as number;
    const row = number >> 1;
    const above = parent[stack] as number;
    // Negative numbers mark where a stack was cut.
    const isUser = number >= 0 && (number & 1) === 0 && frames.mapping(row) >= 0;
    innermost[stack] = isUser ? row : above < 0 ? -1 : (innermost[above] as number);
    const count = perStack[stack] as number;
    const leaf = innermost[stack] as number;
    if (count > 0 && leaf >= 0) perFrame[leaf] = (perFrame[leaf] as number) + count;
  }
  return perFrame;
}
