/** Bytes as two digits each, in their order: build ids, checksums, machine code. */
export function hexadecimal(bytes: Iterable<number>, between = ''): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(between);
}
