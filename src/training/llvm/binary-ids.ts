import type { ByteReader } from '../../base/byte-reader.ts';
import { hexadecimal } from '../../base/hexadecimal.ts';

/** Build identities: for each a u64 length, the bytes, padding to 8. */
export function parseBinaryIds(section: ByteReader): string[] {
  const ids: string[] = [];
  while (!section.atEnd) {
    const length = section.size('length of a binary id');
    if (length === 0) throw section.fail('binary id without bytes');
    const bytes = section.take(length, 'binary id');
    section.skip((8 - (length % 8)) % 8, 'padding of a binary id');
    ids.push(hexadecimal(bytes));
  }
  return ids;
}
