import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ToolError } from '../base/tool-error.ts';

/** The web page as the build leaves it; the same place seen from the sources and from dist/. */
const place = new URL('../../dist/web/page.html', import.meta.url);

export async function readPageFile(): Promise<string> {
  try {
    return await readFile(place, 'utf8');
  } catch (cause) {
    throw new ToolError('not-found', `the web page is missing: ${fileURLToPath(place)}`, {
      hint: 'npm run build makes it',
      cause,
    });
  }
}
