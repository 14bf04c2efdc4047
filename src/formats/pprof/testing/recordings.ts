import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const folder = new URL('../../../../fixtures/recordings/', import.meta.url);

/** Names of the recorded pprof files. */
export function pprofRecordings(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.pb.gz'));
}

/** The unwrapped bytes of a recorded file. */
export function recordedBytes(name: string): Uint8Array {
  return gunzipSync(readFileSync(new URL(name, folder)));
}
