import { Diagnostics } from '../../../base/diagnostics.ts';
import { zlibCodec } from '../../../platform/zlib-codec.ts';
import type { Profile } from '../../../profile/index.ts';
import { joinChunks } from '../../whole-file-reader.ts';
import { encodePprof } from '../encode.ts';

/** The unwrapped pprof file of a profile. */
export function encoded(
  profile: Profile,
  diagnostics: Diagnostics = new Diagnostics(),
): Uint8Array {
  const options = { valueType: 0, codec: zlibCodec, diagnostics };
  const chunks = [...encodePprof(profile, options)];
  return joinChunks(
    chunks,
    chunks.reduce((sum, chunk) => sum + chunk.length, 0),
  );
}
