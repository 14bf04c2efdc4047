import { zlibCodec } from '../../platform/zlib-codec.ts';
import type { Profile } from '../../profile/index.ts';
import type { Format } from '../format.ts';

export interface ReadTextOptions {
  readonly timeline?: boolean;
  readonly addresses?: boolean;
  /** Bytes per chunk; all at once without it. */
  readonly chunkBytes?: number;
}

/** A profile from the text or bytes of a file. */
export async function readText(
  format: Format,
  input: string | Uint8Array,
  { timeline = true, addresses = true, chunkBytes }: ReadTextOptions = {},
): Promise<Profile> {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const reader = format.read({ timeline, addresses, codec: zlibCodec });
  const step = chunkBytes ?? Math.max(1, bytes.length);
  for (let at = 0; at < bytes.length; at += step) reader.push(bytes.subarray(at, at + step));
  return await reader.finish();
}

/** What a format writes, as text. */
export async function writeText(
  format: Format,
  profile: Profile,
  valueType: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of format.encode?.(profile, { valueType, codec: zlibCodec }) ?? []) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
