import { ToolError } from '../base/tool-error.ts';
import type { Profile } from '../profile/index.ts';
import type { ProfileReader } from './format.ts';

/** Beyond this a format that refers backwards cannot be held in memory; streaming ones have no limit. */
const largestFile = 4 * 2 ** 30;

/** A reader for formats whose references point anywhere, so that all bytes are needed at once. */
export function wholeFileReader(
  format: string,
  parse: (bytes: Uint8Array) => Profile | Promise<Profile>,
): ProfileReader {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    holdsInput: true,
    push(chunk) {
      size += chunk.length;
      if (size > largestFile) {
        throw new ToolError('too-large', `more than 4 GiB of ${format} data`, {
          hint: 'record a shorter time, or split the file and use `plateau merge`',
        });
      }
      chunks.push(chunk);
    },
    finish: () => parse(joinChunks(chunks, size)),
  };
}

export function joinChunks(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
