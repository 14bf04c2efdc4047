import { ByteWriter } from '../base/byte-writer.ts';
import { encodeAttr } from './attr.ts';
import { attrSize } from './attr-table.ts';
import type { FileEvent } from './file-writer.ts';
import { fileFeatures, miscBits, recordTypes } from './record-table.ts';

/** A feature section: its bit and its bytes. */
export interface Feature {
  readonly feature: number;
  readonly bytes: Uint8Array;
}

/** What the file says of the machine and the recording (tools/perf/util/header.c, `write_*`). */
export interface FileFacts {
  readonly hostname: string;
  readonly osRelease: string;
  readonly version: string;
  readonly arch: string;
  readonly cpusConfigured: number;
  readonly cpusOnline: number;
  readonly cpuDescription: string;
  readonly totalMemoryKb: number;
  readonly commandLine: readonly string[];
  readonly clock: RecordingClock;
}

/** The same moment on the wall and on the clock of the samples. */
export interface RecordingClock {
  readonly clockId: number;
  readonly resolutionNs: number;
  readonly wallNs: bigint;
  readonly clockNs: bigint;
}

export function encodeFacts(facts: FileFacts): Feature[] {
  return [
    text(fileFeatures.hostname, facts.hostname),
    text(fileFeatures.osRelease, facts.osRelease),
    text(fileFeatures.version, facts.version),
    text(fileFeatures.arch, facts.arch),
    feature(fileFeatures.cpuCount, (out) => {
      out.u32(facts.cpusConfigured);
      out.u32(facts.cpusOnline);
    }),
    text(fileFeatures.cpuDescription, facts.cpuDescription),
    feature(fileFeatures.totalMemory, (out) => out.u64(BigInt(facts.totalMemoryKb))),
    feature(fileFeatures.commandLine, (out) => {
      out.u32(facts.commandLine.length);
      for (const argument of facts.commandLine) string(out, argument);
    }),
    feature(fileFeatures.clockId, (out) => out.u64(BigInt(facts.clock.resolutionNs))),
    feature(fileFeatures.clockData, (out) => {
      out.u32(1);
      out.u32(facts.clock.clockId);
      out.u64(facts.clock.wallNs);
      out.u64(facts.clock.clockNs);
    }),
  ];
}

/** The only place where a file names its events. */
export function encodeEventDescription(events: readonly FileEvent[]): Feature {
  return feature(fileFeatures.eventDescription, (out) => {
    out.u32(events.length);
    out.u32(attrSize);
    for (const event of events) {
      out.append(encodeAttr(event.attr));
      out.u32(event.ids.length);
      string(out, event.name);
      for (const id of event.ids) out.u64(id);
    }
  });
}

export function encodeSampleTimes(firstNs: number, lastNs: number): Feature {
  return feature(fileFeatures.sampleTime, (out) => {
    out.u64(BigInt(firstNs));
    out.u64(BigInt(lastNs));
  });
}

/** No body: its presence tells perf to expect branch stacks. */
export const branchStackFeature: Feature = {
  feature: fileFeatures.branchStack,
  bytes: new Uint8Array(0),
};

export interface ImageBuildId {
  readonly path: string;
  /** Hexadecimal, 20 bytes at most. */
  readonly buildId: string;
  readonly isKernel: boolean;
}

/** Records of their own shape: header, pid, 20 bytes of id and its length, name padded to 64. */
export function encodeBuildIds(images: readonly ImageBuildId[]): Feature {
  return feature(fileFeatures.buildId, (out) => {
    for (const { path, buildId, isKernel } of images) {
      const name = utf8.encode(path);
      const nameSize = alignTo(name.length + 1, nameAlignment);
      const id = parseHex(buildId);
      out.u32(recordTypes.buildId);
      out.u16((isKernel ? miscBits.kernel : miscBits.user) | miscBits.buildIdSize);
      out.u16(8 + 4 + 24 + nameSize);
      out.i32(-1);
      out.append(id);
      out.append(new Uint8Array(20 - id.length));
      out.u32(id.length);
      out.append(name);
      out.append(new Uint8Array(nameSize - name.length));
    }
  });
}

const utf8 = new TextEncoder();
/** perf pads names and strings to this (NAME_ALIGN). */
const nameAlignment = 64;

function feature(number: number, write: (out: ByteWriter) => void): Feature {
  const out = new ByteWriter();
  write(out);
  return { feature: number, bytes: out.flush() };
}

function text(number: number, value: string): Feature {
  return feature(number, (out) => string(out, value));
}

function string(out: ByteWriter, value: string): void {
  const bytes = utf8.encode(value);
  const size = alignTo(bytes.length + 1, nameAlignment);
  out.u32(size);
  out.append(bytes);
  out.append(new Uint8Array(size - bytes.length));
}

function parseHex(hex: string): Uint8Array {
  const length = Math.min(20, hex.length >> 1);
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16));
}

function alignTo(size: number, alignment: number): number {
  return Math.ceil(size / alignment) * alignment;
}
