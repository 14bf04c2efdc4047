import { encodePlateau } from '../../src/container/index.ts';
import { zlibCodec } from '../../src/platform/zlib-codec.ts';
import type { Profile } from '../../src/profile/index.ts';
import type { UiFile } from './ui-page.ts';

/** A profile made by a test, as the file that the page opens. */
export async function encodedProfile(profile: Profile, name = 'test.plateau'): Promise<UiFile> {
  const pieces: Uint8Array[] = [];
  for await (const piece of encodePlateau(profile, zlibCodec)) pieces.push(piece);
  return { name, bytes: Buffer.concat(pieces) };
}
