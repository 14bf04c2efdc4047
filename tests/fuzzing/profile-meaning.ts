import { framesOf, type Profile, type StackIndex, textAt } from '../../src/profile/index.ts';

/**
 * What a profile says, without the numbers of its rows: two files of one format may list strings,
 * functions and mappings in another order and still be the same profile.
 */
export function meaningOf(profile: Profile): unknown {
  const { samples, meta, valueTypes, markers } = profile;
  const rows = Array.from({ length: samples.length }, (_, row) => ({
    stack: framesOf(profile, samples.stack[row] as StackIndex).map((frame) =>
      frameAt(profile, frame),
    ),
    thread: samples.thread === null ? null : threadAt(profile, samples.thread[row] ?? -1),
    labels: samples.labels === null ? [] : labelsAt(profile, samples.labels[row] ?? 0),
    timeNs: samples.timeNs?.[row],
    cpu: samples.cpu?.[row],
    count: samples.count?.[row],
    values: samples.values.map((column) => column[row]),
  }));
  return { meta, valueTypes, rows, markers: markers.length };
}

function frameAt(profile: Profile, frame: number): unknown {
  const { frames, functions } = profile;
  const called = frames.function[frame] ?? -1;
  return {
    function:
      called < 0
        ? null
        : [
            textAt(profile, functions.name[called] ?? 0),
            textAt(profile, functions.linkageName[called] ?? 0),
            textAt(profile, functions.file[called] ?? 0),
            functions.startLine[called],
          ],
    mapping: mappingAt(profile, frames.mapping[frame] ?? -1),
    place: [frames.address[frame], frames.line[frame], frames.column[frame]],
    inlineDepth: frames.inlineDepth[frame],
    flags: frames.flags[frame],
  };
}

function mappingAt(profile: Profile, row: number): unknown {
  const { mappings } = profile;
  if (row < 0) return null;
  return [
    textAt(profile, mappings.file[row] ?? 0),
    textAt(profile, mappings.buildId[row] ?? 0),
    ...[mappings.start, mappings.limit, mappings.offset].map((column) => column[row]),
    ...[mappings.kind, mappings.symbolized].map((column) => column[row]),
  ];
}

function threadAt(profile: Profile, row: number): unknown {
  const { threads } = profile;
  if (row < 0) return null;
  return [
    ...[threads.pid, threads.tid, threads.startNs, threads.endNs].map((column) => column[row]),
    textAt(profile, threads.processName[row] ?? 0),
    textAt(profile, threads.threadName[row] ?? 0),
  ];
}

function labelsAt(profile: Profile, set: number): unknown[] {
  const { start, key, text, number, unit } = profile.labelSets;
  const labels: unknown[] = [];
  for (let row = start[set] ?? 0; row < (start[set + 1] ?? 0); row++) {
    const value = (text[row] ?? -1) < 0 ? number[row] : textAt(profile, text[row] ?? 0);
    labels.push([textAt(profile, key[row] ?? 0), value, textAt(profile, unit[row] ?? 0)]);
  }
  return labels;
}
