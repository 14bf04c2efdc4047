import { parseJsonText } from '../../base/json-fields.ts';
import type { BenchPage } from './bench-page.ts';
import { parsePgoReport } from './parse-pgo-report.ts';
import type { PgoPage } from './pgo-page.ts';

/** All that the page of results shows. */
export type ResultsPage = BenchPage | PgoPage;

/** The page of a report of `plateau pgo`, of now or as it was kept. */
export function pgoPage(report: unknown, source: string): PgoPage {
  return { kind: 'pgo', source, report: parsePgoReport(report) };
}

/** A kept report. */
export function parsePgoPage(text: string, source: string): PgoPage {
  return pgoPage(parseJsonText(text), source);
}
