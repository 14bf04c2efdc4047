import { readFileSync, realpathSync, statSync } from 'node:fs';
import { hotFiles, type Profile, type StringIndex } from '../profile/index.ts';
import { isSourceName } from './source-name.ts';

/** Enough for the files a report would list; a profile is not an archive. */
const mostFiles = 40;
const mostBytesEach = 512 << 10;
const mostBytes = 4 << 20;

/**
 * The text of the files with the most samples, as far as it is found. `contentOf` knows texts that no
 * file holds, as those inside source maps.
 */
export function hotSources(
  profile: Profile,
  contentOf: (file: string) => string | undefined = () => undefined,
): Profile['sources'] {
  const sources: Profile['sources'][number][] = [];
  const indices = new Map(profile.strings.map((text, index) => [text, index as StringIndex]));
  let room = mostBytes;
  for (const file of hotFiles(profile).slice(0, mostFiles)) {
    const text = contentOf(file) ?? readSource(file);
    const size = text === undefined ? 0 : Buffer.byteLength(text);
    const index = indices.get(file);
    if (text === undefined || index === undefined || size > mostBytesEach || size > room) continue;
    room -= size;
    sources.push({ file: index, text });
  }
  return sources;
}

function readSource(file: string): string | undefined {
  if (!file.startsWith('/') || !isSourceName(file)) return undefined;
  try {
    if (!isSourceName(realpathSync(file))) return undefined;
    const facts = statSync(file);
    // A device or pipe of that name would never end.
    return facts.isFile() && facts.size <= mostBytesEach ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
