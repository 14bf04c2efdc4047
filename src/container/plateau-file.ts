import { ToolError } from '../base/tool-error.ts';
import type { Profile } from '../profile/index.ts';
import { ChunkedBytes } from './chunked-bytes.ts';
import type { Codec } from './codec.ts';
import { hasMagic, parseHeader } from './frame.ts';
import { headerBytes, headMagic } from './layout-table.ts';
import { parseProfile } from './parse-profile.ts';
import { isKnownSection, profileSections } from './profile-sections.ts';
import { parseContainer } from './read-container.ts';
import { upgradeContents } from './upgraders.ts';
import { encodeContainer } from './write-container.ts';

/** More than this cannot be held in memory at once, and decodes to more still. */
const largestFile = 8 * 2 ** 30;

/** A profile as the pieces of a `.plateau` file, in order. */
export function encodePlateau(profile: Profile, codec: Codec): AsyncGenerator<Uint8Array> {
  return encodeContainer(profileSections(profile), codec);
}

/** Whether the bytes start as a `.plateau` file does. */
export function isPlateau(head: Uint8Array): boolean {
  return hasMagic(head, headMagic);
}

/** Collects a `.plateau` file and reads it; what is not one is refused at its first bytes. */
export class PlateauReader {
  readonly holdsInput = true;
  readonly #codec: Codec;
  readonly #file = new ChunkedBytes();
  #headerRead = false;

  constructor(codec: Codec) {
    this.#codec = codec;
  }

  push(chunk: Uint8Array): void {
    this.#file.push(chunk);
    if (!this.#headerRead && this.#file.length >= headerBytes) {
      parseHeader(this.#file.slice(0, headerBytes, 'file header'));
      this.#headerRead = true;
    }
    if (this.#file.length > largestFile) {
      throw new ToolError('too-large', 'more than 8 GiB in a .plateau file', {
        hint: 'record a shorter time',
      });
    }
  }

  async finish(): Promise<Profile> {
    const contents = await parseContainer(this.#file, this.#codec, isKnownSection);
    return parseProfile(upgradeContents(contents));
  }
}
