import type { ListedFunction, ReportContext } from '../../analysis/index.ts';
import type { CsvCell } from '../csv.ts';
import type { SourceText } from '../text/listing-text.ts';
import { jsonPercent, jsonValue, type ReportJson, reportJson } from './report-json.ts';

export interface ListedLineJson {
  readonly line: number;
  readonly flat: number;
  readonly cum: number;
  readonly samples: number;
  /** null = the source was not found. */
  readonly text: string | null;
}

export interface ListingJson extends ReportJson {
  readonly functions: readonly {
    readonly name: string;
    readonly file: string;
    readonly module: string;
    readonly flat: number;
    readonly cum: number;
    readonly cumPercent: number;
    /** Why the source is not there; null = it is. */
    readonly missing: string | null;
    /** Only lines that cost something. */
    readonly lines: readonly ListedLineJson[];
  }[];
}

export function listingJson(
  context: ReportContext,
  functions: readonly ListedFunction[],
  sourceOf: (file: string) => SourceText,
): ListingJson {
  return {
    ...reportJson(context),
    functions: functions.map((listed) => {
      const source = sourceOf(listed.file);
      const text = (line: number): string | null =>
        'missing' in source ? null : (source.lines[line - 1] ?? null);
      return {
        name: listed.name,
        file: listed.file,
        module: listed.module,
        flat: jsonValue(context, listed.flat),
        cum: jsonValue(context, listed.cum),
        cumPercent: jsonPercent(listed.cum, context.total),
        missing: 'missing' in source ? source.missing : null,
        lines: listed.lines.map(({ line, flat, cum, samples }) => ({
          line,
          flat: jsonValue(context, flat),
          cum: jsonValue(context, cum),
          samples,
          text: text(line),
        })),
      };
    }),
  };
}

export const listingColumns: readonly string[] = [
  'function',
  'file',
  'line',
  'flat',
  'cum',
  'samples',
  'text',
];

export function* listingCsvRows({ functions }: ListingJson): Generator<CsvCell[]> {
  for (const { name, file, lines } of functions) {
    for (const { line, flat, cum, samples, text } of lines) {
      yield [name, file, line, flat, cum, samples, text ?? ''];
    }
  }
}
