import { frameName, framesOf, type Profile, type StackIndex } from '../../profile/index.ts';
import type { EncodeOptions } from '../format.ts';

export function* encodeFolded(profile: Profile, options: EncodeOptions): Iterable<Uint8Array> {
  const utf8 = new TextEncoder();
  const { samples } = profile;
  for (let row = 0; row < samples.length; row++) {
    const frames = framesOf(profile, samples.stack[row] as StackIndex);
    const path = frames.map((frame) => frameName(profile, frame)).join(';');
    yield utf8.encode(`${path} ${samples.values[options.valueType]?.[row] ?? 0}\n`);
  }
}
