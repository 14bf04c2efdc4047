import { zlibCodec } from '../../platform/zlib-codec.ts';
import type { Profile } from '../../profile/index.ts';
import { encodePlateau, PlateauReader } from '../plateau-file.ts';

export async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return new Uint8Array(Buffer.concat(parts));
}

export async function plateauBytes(profile: Profile): Promise<Uint8Array> {
  return await joined(encodePlateau(profile, zlibCodec));
}

/** Reads a file that arrives in pieces of `chunkBytes`. */
export async function plateauProfile(bytes: Uint8Array, chunkBytes = 1 << 20): Promise<Profile> {
  const reader = new PlateauReader(zlibCodec);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    reader.push(bytes.subarray(at, at + chunkBytes));
  }
  return await reader.finish();
}
