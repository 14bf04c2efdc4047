/**
 * Compression as the shell provides it: Node's zlib on its thread pool, CompressionStream in a
 * browser. Raw DEFLATE (RFC 1951), because both have it and it needs no dependency.
 */
export interface Codec {
  deflate(bytes: Uint8Array): Promise<Uint8Array>;
  /** Fails with a ToolError unless exactly `size` bytes come out. */
  inflate(bytes: Uint8Array, size: number): Promise<Uint8Array>;
}
