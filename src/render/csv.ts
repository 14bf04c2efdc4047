/** A cell: text, or a number in the notation of JSON. */
export type CsvCell = string | number | bigint | boolean;

/** A table as RFC 4180 lines, the column names first; line ends are left to the writer. */
export function* csvLines(
  columns: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
): Generator<string> {
  yield columns.map(csvCell).join(',');
  for (const row of rows) yield row.map(csvCell).join(',');
}

function csvCell(cell: CsvCell): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Objects of one shape as rows of the named columns. */
export function* csvRows<Row, Column extends keyof Row>(
  columns: readonly Column[],
  rows: Iterable<Row & Readonly<Record<Column, CsvCell>>>,
): Generator<CsvCell[]> {
  for (const row of rows) yield columns.map((column) => row[column]);
}
