/** The row that a key moves to; undefined = the key does not move. */
export function findMove(
  key: string,
  row: number,
  rowCount: number,
  pageRows: number,
): number | undefined {
  const last = rowCount - 1;
  const page = Math.max(1, pageRows - 1);
  const clamp = (to: number): number => Math.max(0, Math.min(last, to));
  switch (key) {
    case 'ArrowDown':
      return clamp(row + 1);
    case 'ArrowUp':
      return clamp(row - 1);
    case 'PageDown':
      return clamp(row + page);
    case 'PageUp':
      return clamp(row < 0 ? 0 : row - page);
    case 'Home':
      return clamp(0);
    case 'End':
      return clamp(last);
    default:
      return undefined;
  }
}

/** The next row after `from`, in a circle, whose text holds `text`; -1 = none. At most `limit` rows are read. */
export function findRowByText(
  text: string,
  from: number,
  rowCount: number,
  rowText: (row: number) => string,
  limit = 200_000,
): number {
  const wanted = text.toLowerCase();
  const steps = Math.min(rowCount, limit);
  for (let step = 0; step < steps; step++) {
    const row = (Math.max(0, from) + step) % rowCount;
    if (rowText(row).toLowerCase().includes(wanted)) return row;
  }
  return -1;
}
