import { malformed, ToolError } from '../../base/tool-error.ts';
import { detectBytes, detectFormat } from '../../formats/index.ts';
import type { Profile } from '../../profile/index.ts';
import { browserCodec } from './browser-codec.ts';

export interface ReadResult {
  readonly formatName: string;
  readonly sizeBytes: number;
  readonly profile: Profile;
}

/** Reads a profile of any format from a stream of its bytes. */
export async function readProfile(
  stream: ReadableStream<Uint8Array>,
  onProgress: (phase: 'reading' | 'opening', bytes: number) => void,
): Promise<ReadResult> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  const input = stream.getReader();
  for (;;) {
    const { done, value } = await input.read();
    if (done) break;
    pieces.push(value);
    sizeBytes += value.length;
    onProgress('reading', sizeBytes);
  }
  if (sizeBytes === 0) throw malformed('input', 0, 'the file is empty');
  const unwrapped = await unwrap(pieces);
  const format = detectFormat(headOf(unwrapped));
  const reader = format.read({ timeline: true, codec: browserCodec });
  onProgress('opening', sizeBytes);
  for (const piece of unwrapped) reader.push(piece);
  return { formatName: format.name, sizeBytes, profile: await reader.finish() };
}

async function unwrap(pieces: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const [head] = pieces;
  if (head?.[0] !== 0x1f || head[1] !== 0x8b) return pieces;
  const plain = new Blob([...pieces] as BlobPart[])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'));
  try {
    return [new Uint8Array(await new Response(plain).arrayBuffer())];
  } catch (cause) {
    throw new ToolError('malformed-input', 'gzip data ends early or is damaged', { cause });
  }
}

function headOf(pieces: readonly Uint8Array[]): Uint8Array {
  const head = new Uint8Array(detectBytes);
  let at = 0;
  for (const piece of pieces) {
    if (at === head.length) break;
    const part = piece.subarray(0, head.length - at);
    head.set(part, at);
    at += part.length;
  }
  return head.subarray(0, at);
}
