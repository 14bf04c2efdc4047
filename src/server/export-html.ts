import { pageMarkers } from './page-marker-table.ts';

/** A profile on its way into a page: the pieces of a .plateau file. */
export interface EmbeddedProfile {
  readonly name: string;
  readonly pieces: readonly Uint8Array[];
}

/** Of what is in the page, known before any of it is decoded; `web/app/embedded-profiles.ts` reads it. */
interface ManifestEntry {
  readonly name: string;
  readonly sizeBytes: number;
}

/**
 * One element holds this much, so that the page decodes a little at a time: 3 bytes are 4 letters, and
 * every element but the last of a profile is full.
 */
const elementBytes = 3 << 18;

/** The page with profiles inside, which needs no server and no network. */
export function* encodeReport(
  page: string,
  profiles: readonly EmbeddedProfile[],
): Generator<Uint8Array> {
  const utf8 = new TextEncoder();
  const [head = '', rest = ''] = page.split(pageMarkers.manifest);
  const [middle = '', tail = ''] = rest.split(pageMarkers.data);
  const manifest: ManifestEntry[] = profiles.map(({ name, pieces }) => {
    return { name, sizeBytes: pieces.reduce((sum, piece) => sum + piece.length, 0) };
  });
  yield utf8.encode(`${head}<script type="application/json" id="plateau-profiles">`);
  yield utf8.encode(`${jsonInElement(manifest)}</script>${middle}`);
  for (const [index, { pieces }] of profiles.entries()) {
    for (const part of regrouped(pieces, elementBytes)) {
      const letters = Buffer.from(part.buffer, part.byteOffset, part.length).toString('base64');
      const open = `<script type="text/plain" data-plateau-profile="${index}">`;
      yield utf8.encode(`${open}${letters}</script>\n`);
    }
  }
  yield utf8.encode(tail);
}

/** Without the letter that could end the element or begin a comment. */
export function jsonInElement(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The same bytes in parts of one size; the last may be smaller. */
function* regrouped(pieces: readonly Uint8Array[], size: number): Generator<Uint8Array> {
  let part = new Uint8Array(size);
  let filled = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + size - filled);
      part.set(taken, filled);
      at += taken.length;
      filled += taken.length;
      if (filled < size) continue;
      yield part;
      part = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
