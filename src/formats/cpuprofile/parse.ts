import type { Profile } from '../../profile/index.ts';
import { ProfileBuilder } from '../../profile/index.ts';
import type { ProfileReader, ReadOptions } from '../format.ts';
import { wholeFileReader } from '../whole-file-reader.ts';
import { addRawProfile } from './add-profile.ts';
import { parseRawProfile } from './parse-raw.ts';

export function cpuprofileReader(options: ReadOptions): ProfileReader {
  return wholeFileReader('.cpuprofile', (bytes) => parseCpuprofile(bytes, options.timeline));
}

export function parseCpuprofile(bytes: Uint8Array, timeline: boolean): Profile {
  const builder = new ProfileBuilder({ aggregate: !timeline });
  const raw = parseRawProfile(bytes);
  addRawProfile(builder, raw);
  builder.meta.durationNs = Math.max(0, (raw.endTime - raw.startTime) * 1000);
  return builder.finish();
}
