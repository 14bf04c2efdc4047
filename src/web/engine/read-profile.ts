import { countedChunks } from '../../base/counted-chunks.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { malformed, ToolError } from '../../base/tool-error.ts';
import type { Codec } from '../../container/index.ts';
import { detectFormat, type Format } from '../../formats/index.ts';
import { unwrapAll } from '../../formats/peeked-input.ts';
import { requireSaneExpansion, unzstd, type Wrapper } from '../../formats/wrapper.ts';
import type { Profile } from '../../profile/index.ts';

export interface ReadResult {
  readonly formatName: string;
  readonly sizeBytes: number;
  readonly profile: Profile;
}

/** Reads a profile of any format from its bytes, piece by piece. */
export async function readProfile(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  codec: Codec,
  onProgress: (phase: 'reading' | 'opening', bytes: number) => void,
): Promise<ReadResult> {
  const stored = { bytes: 0 };
  const counted = countedChunks(chunks, stored, (bytes) => onProgress('reading', bytes));
  try {
    const { input } = await unwrapAll(counted, unwrap);
    // Text formats would take no lines for no samples; an empty file is a failed recording.
    if (input.head.length === 0) throw malformed('input', 0, 'the file is empty');
    const format = detectFormat(input.head);
    const reader = format.read({ timeline: true, codec });
    let unwrapped = 0;
    for await (const chunk of input.chunks) {
      unwrapped += chunk.length;
      if (reader.holdsInput === true) requireSaneExpansion(unwrapped, stored.bytes);
      reader.push(chunk);
    }
    onProgress('opening', stored.bytes);
    const profile = await reader.finish();
    return { formatName: format.name, sizeBytes: stored.bytes, profile: withNote(profile, format) };
  } finally {
    // Stops the source where reading stopped early.
    chunks.return().catch(() => undefined);
  }
}

function unwrap(wrapper: Wrapper, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return wrapper === 'zstd' ? unzstd(chunks) : gunzip(chunks);
}

async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = new DecompressionStream('gzip');
  const writer = gzip.writable.getWriter();
  let offset = 0;
  let fault: unknown;
  const feed = async (): Promise<void> => {
    for await (const chunk of chunks) {
      await writer.write(chunk as Uint8Array<ArrayBuffer>);
      offset += chunk.length;
    }
    await writer.close();
  };
  // What fails in the source is told to the reading half, which reports it.
  const fed = feed().catch(async (cause: unknown) => {
    fault ??= cause;
    await writer.abort(cause).catch(() => undefined);
  });
  const reader = gzip.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    await fed;
  } catch (cause) {
    if (fault instanceof ToolError || fault instanceof DOMException) throw fault;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw malformed('gzip data', offset, reason);
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** A page cannot open the images that a recording names, so addresses stay addresses. */
function withNote(profile: Profile, { symbolize }: Format): Profile {
  if (symbolize !== true) return profile;
  const diagnostics = new Diagnostics();
  diagnostics.addAll(profile.meta.health.diagnostics);
  diagnostics.count(
    'no-symbol-files',
    'opened in a page, which cannot read the programs that were recorded: names and stacks that need them are missing; plateau view FILE has them',
  );
  const health = { ...profile.meta.health, diagnostics: diagnostics.list() };
  return Object.freeze({ ...profile, meta: { ...profile.meta, health } });
}
