import { readFile, stat } from 'node:fs/promises';

/** Source files larger than this are data. */
const mostBytes = 64 << 20;

/** A whole text file. Fails as Node does, with the system's error code. */
export async function readTextFile(path: string): Promise<{ readonly text: string }> {
  const { size } = await stat(path);
  if (size > mostBytes) throw Object.assign(new Error(`${path} is too large`), { code: 'EFBIG' });
  return { text: await readFile(path, 'utf8') };
}
