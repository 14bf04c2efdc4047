import type { ResultsPage } from '../render/results/results-page.ts';
import { jsonInElement } from './export-html.ts';
import { resultsMarker } from './page-marker-table.ts';

/** The page of results with the results inside, which needs no server and no network. */
export function encodeResultsPage(page: string, results: ResultsPage): string {
  const [head = '', ...rest] = page.split(resultsMarker);
  const json = jsonInElement(results);
  return `${head}<script type="application/json" id="plateau-results">${json}</script>${rest.join(resultsMarker)}`;
}
