import { parseJsonText } from '../base/json-fields.ts';
import { findResultsKind, type ResultsKind, resultsHeadBytes } from '../base/results-kind.ts';
import { ToolError } from '../base/tool-error.ts';
import { parseResults } from '../bench/index.ts';
import { FileRanges } from '../platform/file-range.ts';
import type { Host } from '../platform/host.ts';
import { readInputFile } from '../platform/input-file.ts';
import { readPageFile } from '../platform/page-file.ts';

import { benchPage } from '../render/results/bench-page.ts';
import { parseFunctions } from '../render/results/parse-functions.ts';
import { parsePgoPage, type ResultsPage } from '../render/results/results-page.ts';
import { encodeResultsPage } from '../server/results-html.ts';
import { writeLines } from './report-output.ts';
import type { NamedFile } from './view-export.ts';

/** Writes the page of results as one file; `-` is standard output. */
export async function writeResultsPage(
  host: Host,
  output: string,
  results: ResultsPage,
): Promise<void> {
  await writeLines(host, { output }, [await resultsPage(results)]);
}

/** The page with results inside. */
export async function resultsPage(results: ResultsPage): Promise<string> {
  return encodeResultsPage(await readPageFile('results'), results).trimEnd();
}

/** The file of results among files to be shown: it has a page of its own, so it must be the only one. */
export async function findResultsFile(
  files: readonly NamedFile[],
): Promise<ResultsPage | undefined> {
  const found = files.flatMap((file) => {
    const kind = resultsKindOf(file.path);
    return kind === undefined ? [] : [{ file, kind }];
  });
  const [first] = found;
  if (first === undefined) return undefined;
  if (files.length > 1) {
    throw new ToolError('usage', `${first.file.name} holds results, which are shown alone`, {
      hint: `plateau view ${first.file.name}; plateau compare BASE NEW --html FILE compares results`,
    });
  }
  return await readResultsFile(first.file, first.kind);
}

function resultsKindOf(path: string): ResultsKind | undefined {
  const file = FileRanges.open(path);
  if (file === undefined) return undefined;
  const head = file.bytes(0, resultsHeadBytes);
  file.close();
  return findResultsKind(new TextDecoder().decode(head));
}

async function readResultsFile({ name, path }: NamedFile, kind: ResultsKind): Promise<ResultsPage> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of readInputFile(path)) text += decoder.decode(chunk, { stream: true });
  text += decoder.decode();
  try {
    if (kind === 'pgo') return parsePgoPage(text, name);
    const functions = parseFunctions(parseJsonText(text));
    return benchPage(parseResults(text), { source: name, functions });
  } catch (error) {
    throw error instanceof ToolError ? error.inFile(name) : error;
  }
}
