/** The buffers inside an answer: they move to the asker instead of being copied. */
export function transfersOf(answer: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  collect(answer, found);
  return [...found];
}

function collect(value: unknown, found: Set<ArrayBuffer>): void {
  if (typeof value !== 'object' || value === null) return;
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
    return;
  }
  // Lists of texts and of plain rows are cloned; arrays of columns are looked into.
  if (Array.isArray(value) && !ArrayBuffer.isView(value[0])) return;
  for (const each of Object.values(value)) collect(each, found);
}
