import type { PackedKeys, PackedNames } from '../../../explore/index.ts';
import { keyFamilies } from '../../../render/index.ts';

/** What a block of boxes is called that are too short to be drawn one by one. */
const smallName = 'short calls';

/** The keys with one more, the last: blocks of short calls. */
export function withSmallKey(keys: PackedKeys): PackedKeys {
  return {
    length: keys.length + 1,
    firstOther: keys.firstOther,
    names: appended(keys.names, smallName),
    texts: keys.texts,
    module: longer(keys.module, 0),
    file: longer(keys.file, 0),
    line: longer(keys.line, 0),
    kind: padded(keys.kind, 0),
    family: padded(keys.family, keyFamilies.indexOf('neutral')),
  };
}

function appended({ bytes, start }: PackedNames, name: string): PackedNames {
  const added = new TextEncoder().encode(name);
  const all = new Uint8Array(bytes.length + added.length);
  all.set(bytes);
  all.set(added, bytes.length);
  const ends = new Uint32Array(start.length + 1);
  ends.set(start);
  ends[start.length] = all.length;
  return { bytes: all, start: ends };
}

function longer(column: Int32Array, last: number): Int32Array {
  const next = new Int32Array(column.length + 1);
  next.set(column);
  next[column.length] = last;
  return next;
}

function padded(column: Uint8Array, last: number): Uint8Array {
  const next = new Uint8Array(column.length + 1);
  next.set(column);
  next[column.length] = last;
  return next;
}
