import { type Location, labelsOfSet, locations, processAddress } from '../../analysis/index.ts';
import {
  type FrameIndex,
  mappingKinds,
  type Profile,
  type StackIndex,
  textAt,
} from '../../profile/index.ts';

/** The whole profile as JSON, in pieces: there may be more samples than one string can hold. */
export function* rawJsonText(profile: Profile): Generator<string> {
  const { meta, samples } = profile;
  const places = locations(profile);
  const head = {
    valueTypes: profile.valueTypes,
    startEpochNs: meta.startEpochNs === 0n ? null : String(meta.startEpochNs),
    durationNs: meta.durationNs,
    period: meta.period,
    periodType: meta.periodType,
    comments: meta.comments,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"samples":[`;
  for (let row = 0; row < samples.length; row++) {
    const sample = {
      values: samples.values.map((column) => column[row] as number),
      locations: places.pathOf(samples.stack[row] as StackIndex),
      labels: labelsJson(profile, samples.labels?.[row] ?? 0),
      thread: samples.thread?.[row] ?? -1,
      timeNs: finiteOrNull(samples.timeNs?.[row]),
      cpu: samples.cpu?.[row] ?? -1,
    };
    yield `${row === 0 ? '' : ','}${JSON.stringify(sample)}`;
  }
  yield '],"locations":[';
  for (const [row, place] of places.list.entries()) {
    yield `${row === 0 ? '' : ','}${JSON.stringify(locationJson(profile, place))}`;
  }
  const tail = { mappings: mappingsJson(profile), threads: threadsJson(profile) };
  yield `],${JSON.stringify(tail).slice(1)}`;
}

function finiteOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function labelsJson(profile: Profile, set: number): unknown[] {
  return labelsOfSet(profile, set).map(({ key, text, number, unit }) =>
    text === null ? { key, number: String(number), unit } : { key, text },
  );
}

function locationJson(profile: Profile, { frames }: Location): unknown {
  const table = profile.frames;
  const first = frames[0] as FrameIndex;
  return {
    address: `0x${processAddress(profile, first).toString(16)}`,
    mapping: table.mapping[first] as number,
    lines: frames.map((frame) => lineJson(profile, frame)),
  };
}

function lineJson(profile: Profile, frame: FrameIndex): unknown {
  const { frames, functions } = profile;
  const called = frames.function[frame] as number;
  const text = (column: Int32Array): string =>
    called < 0 ? '' : textAt(profile, column[called] as number);
  return {
    name: text(functions.name),
    linkageName: text(functions.linkageName),
    file: text(functions.file),
    startLine: called < 0 ? 0 : (functions.startLine[called] as number),
    line: frames.line[frame] as number,
    column: frames.column[frame] as number,
  };
}

function mappingsJson(profile: Profile): unknown[] {
  const { mappings } = profile;
  return Array.from({ length: mappings.length }, (_, row) => ({
    file: textAt(profile, mappings.file[row] as number),
    buildId: textAt(profile, mappings.buildId[row] as number),
    kind: mappingKinds[mappings.kind[row] as number],
    start: `0x${(mappings.start[row] as bigint).toString(16)}`,
    limit: `0x${(mappings.limit[row] as bigint).toString(16)}`,
    offset: `0x${(mappings.offset[row] as bigint).toString(16)}`,
  }));
}

function threadsJson(profile: Profile): unknown[] {
  const { threads } = profile;
  return Array.from({ length: threads.length }, (_, row) => ({
    pid: threads.pid[row] as number,
    tid: threads.tid[row] as number,
    processName: textAt(profile, threads.processName[row] as number),
    threadName: textAt(profile, threads.threadName[row] as number),
  }));
}
