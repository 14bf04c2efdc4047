/** Windows tools write UTF-16 with a byte order mark; some editors put one before UTF-8. */
export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface TextStart {
  readonly encoding: TextEncodingName;
  readonly markBytes: number;
}

export function textStart(head: Uint8Array): TextStart {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf)
    return { encoding: 'utf-8', markBytes: 3 };
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', markBytes: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', markBytes: 2 };
  return { encoding: 'utf-8', markBytes: 0 };
}

/** Turns chunks of UTF-16 into chunks of UTF-8; a character may span two of them. */
export function utf16Transcoder(encoding: TextEncodingName): (chunk: Uint8Array) => Uint8Array {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  return (chunk) => encoder.encode(decoder.decode(chunk, { stream: true }));
}
