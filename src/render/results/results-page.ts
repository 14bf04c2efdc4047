import { ToolError } from '../../base/tool-error.ts';
import type { BenchPage } from './bench-page.ts';
import { parsePgoReport } from './parse-pgo-report.ts';
import type { PgoPage } from './pgo-page.ts';

/** All that the page of results shows. */
export type ResultsPage = BenchPage | PgoPage;

/** A kept report of `plateau pgo`. */
export function parsePgoPage(text: string, source: string): PgoPage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError('malformed-input', `not JSON: ${reason}`, { cause });
  }
  return { kind: 'pgo', source, report: parsePgoReport(value) };
}
