import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ToolError } from '../base/tool-error.ts';

/** The web pages as the build leaves them; the same place seen from the sources and from dist/. */
const places: Readonly<Record<PageName, URL>> = {
  profile: new URL('../../dist/web/page.html', import.meta.url),
  results: new URL('../../dist/web/results.html', import.meta.url),
};

/** Of profiles, and of results of benchmarks and pgo. */
export type PageName = 'profile' | 'results';

export async function readPageFile(page: PageName = 'profile'): Promise<string> {
  const place = places[page];
  try {
    return await readFile(place, 'utf8');
  } catch (cause) {
    throw new ToolError('not-found', `the web page is missing: ${fileURLToPath(place)}`, {
      hint: 'npm run build makes it',
      cause,
    });
  }
}
