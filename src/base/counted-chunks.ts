/** The same chunks; `onRead` is told how many bytes have passed, which `counter` keeps. */
export async function* countedChunks(
  chunks: AsyncIterable<Uint8Array>,
  counter: { bytes: number },
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    counter.bytes += chunk.length;
    onRead(counter.bytes);
    yield chunk;
  }
}
