import { formatQuantity } from '../../base/quantity.ts';
import { encodeBuildIds, encodeSampleTimes } from '../../perf/file-writer-features.ts';
import type { Drained } from '../../platform/perf-events/drain.ts';
import type { CaptureFile } from './capture-file.ts';
import { readBuildIds } from './capture-images.ts';
import type { OpenedPlan } from './capture-opening.ts';
import type { Synthesis } from './capture-synthesis.ts';
import type { CaptureCounts, CapturedEvent, RecordingPlan } from './recording-plan.ts';

export interface Ending {
  readonly opened: OpenedPlan;
  readonly file: CaptureFile;
  readonly drained: Drained;
  readonly synthesis: Synthesis;
  readonly plan: RecordingPlan;
}

export interface FinishedFile {
  readonly counts: CaptureCounts;
  readonly events: readonly CapturedEvent[];
  readonly notes: readonly string[];
}

/** Adds to the file what is known only now, and sums up. */
export function finishFile(ending: Ending): FinishedFile {
  const { opened, file, drained, synthesis, plan } = ending;
  file.dataSize = drained.dataSize;
  const lostByEvent = opened.events.readLost();
  const lost = Math.max(
    drained.tally.lost,
    lostByEvent.reduce<number>((sum, count) => sum + (count ?? 0), 0),
  );
  // The kernel says what was lost when there is room again; after the last record there never is.
  const unsaid = lost - drained.tally.lost;
  const id = opened.fileEvents[0]?.ids[0];
  if (unsaid > 0 && id !== undefined && drained.failure === undefined) {
    synthesis.lost(id, unsaid);
    file.append(synthesis.take());
  }
  const { firstSampleNs, lastSampleNs, images } = drained.tally;
  const missing = file.finish([
    ...(drained.tally.samples > 0 ? [encodeSampleTimes(firstSampleNs, lastSampleNs)] : []),
    encodeBuildIds(readBuildIds(images, synthesis.images)),
  ]);
  return {
    counts: {
      samples: drained.tally.samples,
      lost,
      throttled: drained.tally.throttled,
      forks: drained.tally.forks,
      bytesWritten: file.dataOffset + file.dataSize,
      wakeups: drained.wakeups,
    },
    events: describeEvents(opened, plan, lostByEvent),
    notes: [...opened.notes, ...failureNotes(drained, file), ...missing],
  };
}

function describeEvents(
  { settled, fileEvents, hasDummy }: OpenedPlan,
  plan: RecordingPlan,
  lost: readonly (number | undefined)[],
): CapturedEvent[] {
  const first = hasDummy ? 1 : 0;
  return settled.events.map((event, index) => ({
    planned: plan.events[index]?.name ?? event.name,
    name: event.name,
    excludeKernel: fileEvents[index + first]?.attr.flags.has('excludeKernel') === true,
    lost: lost[index + first],
  }));
}

function failureNotes({ failure, dataSize }: Drained, { path }: CaptureFile): string[] {
  if (failure === undefined) return [];
  const isFull = failure === 'ENOSPC';
  const size = formatQuantity(dataSize, 'bytes');
  const what = `recording into ${path} stopped early: ${isFull ? 'the disk is full' : failure}`;
  const step = isFull ? ': -o on another disk, a lower -F or smaller stacks need less' : '';
  return [`${what}; the first ${size} are kept${step}`];
}
