/** What the bytes look like, so that a codec can spend its effort where it pays. */
export type DeflateHint =
  /** Prose and names: long repetitions far apart. */
  | 'text'
  /** Numbers that repeat in sequences. */
  | 'repeats'
  /** Numbers without sequences, where only some bytes are more frequent than others. */
  | 'skewed';

/**
 * Compression as the shell provides it: Node's zlib on its thread pool, CompressionStream in a
 * browser. Raw DEFLATE (RFC 1951), because both have it and it needs no dependency.
 */
export interface Codec {
  deflate(bytes: Uint8Array, hint?: DeflateHint): Promise<Uint8Array>;
  /** Fails with a ToolError unless exactly `size` bytes come out. */
  inflate(bytes: Uint8Array, size: number): Promise<Uint8Array>;
}
