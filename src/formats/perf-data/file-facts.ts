import { ByteReader } from '../../base/byte-reader.ts';
import { ToolError } from '../../base/tool-error.ts';
import {
  readBuildIds,
  readClockData,
  readEventDescriptions,
  readFeatureText,
  readMetaInfo,
  readTextList,
} from '../../perf/feature-sections.ts';
import { fileFeatures } from '../../perf/record-table.ts';
import { readSimpleperfFiles, readSimpleperfFiles2 } from '../../perf/simpleperf-files.ts';
import { parseTracingData } from '../../perf/tracing-data.ts';
import type { Recording } from './recording.ts';

/** What the sections around the data say of the recording as a whole. */
export class FileFacts {
  readonly #recording: Recording;
  readonly #littleEndian: boolean;
  host = '';
  producer = '';
  command = '';
  architecture = '';
  /** Takes records that stand in a section of their own. */
  onRecords: (records: Uint8Array) => void = () => undefined;
  /** Add it to the clock of the samples for nanoseconds since 1970; 0 = unknown. */
  epochOffsetNs = 0n;

  constructor(recording: Recording, littleEndian: boolean) {
    this.#recording = recording;
    this.#littleEndian = littleEndian;
  }

  /** A damaged section is counted: the samples do not depend on it. */
  feature(number: number, bytes: Uint8Array, offset = 0): void {
    const name = featureNames.get(number) ?? `feature ${number}`;
    const reader = new ByteReader(bytes, name, {
      base: offset,
      littleEndian: this.#littleEndian,
    });
    try {
      this.#take(number, reader);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      this.#recording.diagnostics.count('damaged-section', error.message);
    }
  }

  /** Says what tracepoints are called, where the names of events are missing. */
  tracingData(bytes: Uint8Array): void {
    try {
      this.#recording.events.nameTracepoints(parseTracingData(bytes));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      this.#recording.diagnostics.count('damaged-section', error.message);
    }
  }

  #take(number: number, reader: ByteReader): void {
    const recording = this.#recording;
    switch (number) {
      case fileFeatures.hostname:
        this.host = readFeatureText(reader, 'host name');
        return;
      case fileFeatures.version:
        this.producer = producerOf(readFeatureText(reader, 'version'));
        return;
      case fileFeatures.arch:
        this.architecture = readFeatureText(reader, 'architecture');
        return;
      case fileFeatures.commandLine:
        this.command = readTextList(reader, 'command line').join(' ');
        return;
      case fileFeatures.eventDescription:
        readEventDescriptions(reader).forEach(({ ids, name }, position) => {
          recording.events.name(ids, position, name);
        });
        return;
      case fileFeatures.buildId:
        for (const { path, buildId } of readBuildIds(reader)) recording.buildIds.set(path, buildId);
        return;
      case fileFeatures.clockData: {
        const { clockNs, epochNs } = readClockData(reader);
        this.epochOffsetNs = epochNs - clockNs;
        return;
      }
      case fileFeatures.tracingData:
        this.tracingData(reader.take(reader.remaining, 'tracing data'));
        return;
      default:
        this.#takeSimpleperf(number, reader);
    }
  }

  #takeSimpleperf(number: number, reader: ByteReader): void {
    const { symbols, diagnostics } = this.#recording;
    switch (number) {
      case simpleperfFeatures.metaInfo:
        this.#metaInfo(readMetaInfo(reader));
        return;
      case simpleperfFeatures.file:
        for (const file of readSimpleperfFiles(reader)) symbols.add(file);
        return;
      case simpleperfFeatures.file2:
        for (const file of readSimpleperfFiles2(reader)) symbols.add(file);
        return;
      case simpleperfFeatures.initMap:
        this.onRecords(reader.take(reader.remaining, 'initial mappings'));
        return;
      default:
        if (number > lastKnownFeature && !simpleperfNumbers.has(number)) {
          diagnostics.count('unknown-section', `section ${number} is not understood`);
        }
    }
  }

  #metaInfo(info: ReadonlyMap<string, string>): void {
    const version = info.get('simpleperf_version') ?? '';
    this.producer = `simpleperf ${version}`.trim();
    // Lines of name, type and config.
    for (const line of (info.get('event_type_info') ?? '').split('\n')) {
      const [, name, type, config] = /^(.+),(\d+),(\d+)$/.exec(line) ?? [];
      if (name === undefined) continue;
      this.#recording.events.nameAlike(Number(type), BigInt(config ?? 0), name);
    }
  }
}

/** perf writes its version alone; our own files name the recorder. */
function producerOf(version: string): string {
  return version.startsWith('plateau') ? version : `perf ${version}`;
}

/** Sections of Android's simpleperf (record_file.h). */
export const simpleperfFeatures = {
  file: 128,
  metaInfo: 129,
  debugUnwind: 130,
  debugUnwindFile: 131,
  file2: 132,
  etmBranchList: 133,
  initMap: 134,
} as const;
const simpleperfNumbers: ReadonlySet<number> = new Set(Object.values(simpleperfFeatures));
/** CPU_DOMAIN_INFO. */
const lastKnownFeature = 32;
const featureNames = new Map(
  Object.entries({ ...fileFeatures, ...simpleperfFeatures }).map(([name, number]) => [
    number as number,
    `section ${name}`,
  ]),
);
