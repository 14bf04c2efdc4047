import { zlibCodec } from '../../platform/zlib-codec.ts';
import type { Profile } from '../../profile/index.ts';
import type { Codec } from '../codec.ts';
import { encodePlateau, PlateauReader } from '../plateau-file.ts';

export async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return new Uint8Array(Buffer.concat(parts));
}

export async function plateauBytes(
  profile: Profile,
  codec: Codec = zlibCodec,
): Promise<Uint8Array> {
  return await joined(encodePlateau(profile, codec));
}

/** Reads a file that arrives in pieces of `chunkBytes`. */
export async function plateauProfile(
  bytes: Uint8Array,
  chunkBytes = 1 << 20,
  codec: Codec = zlibCodec,
): Promise<Profile> {
  const reader = new PlateauReader(codec);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    reader.push(bytes.subarray(at, at + chunkBytes));
  }
  return await reader.finish();
}
