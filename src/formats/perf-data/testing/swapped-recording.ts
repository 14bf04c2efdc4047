/** Fields of the records in our small recordings: w = u32, q = u64, Q = u64 to the end, . = the rest stays. */
const bodies: Readonly<Record<number, string>> = {
  1: 'wwqqq.',
  3: 'ww.',
  4: 'wwwwq',
  7: 'wwwwq',
  9: 'qwwqqQ',
  10: 'wwqqqwwqqww.',
  13: 'q',
  17: 'q.',
  69: 'Q',
};
/** pid, tid, time: the sample_id of IP|TID|TIME|CALLCHAIN|PERIOD. */
const trailer = 'wwq';
const attrFields = 'wwqqqqfwwqqqqwwqwhhwwq';
const sizes: Readonly<Record<string, number>> = { q: 8, w: 4, h: 2, f: 8 };

/**
 * A recording of one event with call chains, as a machine of the other byte order would have written it.
 * Its sections are left out.
 */
export function swappedRecording(file: Uint8Array): Uint8Array {
  const bytes = file.slice();
  const view = new DataView(bytes.buffer);
  const u64 = (at: number): number => Number(view.getBigUint64(at, true));
  const [attrEntry, attrsAt, attrsSize] = [u64(16), u64(24), u64(32)];
  const [dataAt, dataSize] = [u64(40), u64(48)];
  for (let at = dataAt; at < dataAt + dataSize; ) at = swapRecord(view, at);
  for (let at = attrsAt; at < attrsAt + attrsSize; at += attrEntry) {
    const ids = at + attrEntry - 16;
    const [idsAt, idsSize] = [u64(ids), u64(ids + 8)];
    swapFields(view, idsAt, 'Q', idsAt + idsSize);
    swapFields(view, at, attrFields, ids);
    swapFields(view, ids, 'qq', ids + 16);
  }
  bytes.fill(0, 72, 104);
  swapFields(view, 0, 'Q', 104);
  return bytes.subarray(0, dataAt + dataSize);
}

function swapRecord(view: DataView, at: number): number {
  const type = view.getUint32(at, true);
  const next = at + view.getUint16(at + 6, true);
  const isSample = type === 9;
  const bodyEnd = isSample || type >= 64 ? next : next - 16;
  swapFields(view, at + 8, bodies[type] ?? '.', bodyEnd);
  if (!isSample && type < 64) swapFields(view, bodyEnd, trailer, next);
  // THREAD_MAP and CPU_MAP say nothing of samples: they become FINISHED_INIT, which nobody looks into.
  if (type === 73 || type === 74) view.setUint32(at, 82, true);
  swapFields(view, at, 'whh', at + 8);
  return next;
}

function swapFields(view: DataView, start: number, fields: string, end: number): void {
  let at = start;
  for (const field of fields) {
    if (field === '.') return;
    if (field === 'Q') {
      for (; at < end; at += 8) reverse(view, at, 8);
      return;
    }
    const size = sizes[field] ?? 0;
    if (at + size > end) return;
    if (field === 'f') mirrorBits(view, at);
    else reverse(view, at, size);
    at += size;
  }
}

function reverse(view: DataView, at: number, size: number): void {
  new Uint8Array(view.buffer, view.byteOffset + at, size).reverse();
}

/** Compilers fill one-bit fields from the other end of each byte. */
function mirrorBits(view: DataView, at: number): void {
  for (let byte = at; byte < at + 8; byte++) {
    let mirrored = 0;
    for (let bit = 0; bit < 8; bit++) mirrored |= ((view.getUint8(byte) >> bit) & 1) << (7 - bit);
    view.setUint8(byte, mirrored);
  }
}
