import { readFile, realpath, stat } from 'node:fs/promises';

/** Source files larger than this are data. */
const mostBytes = 64 << 20;

/** A whole text file. Fails as Node does, with the system's error code. */
export async function readTextFile(path: string): Promise<{ readonly text: string }> {
  const facts = await stat(path);
  // A pipe of that name would never end.
  if (!facts.isFile()) throw Object.assign(new Error(`${path} is no file`), { code: 'EINVAL' });
  const { size } = facts;
  if (size > mostBytes) throw Object.assign(new Error(`${path} is too large`), { code: 'EFBIG' });
  return { text: await readFile(path, 'utf8') };
}

/** Where a path leads when all links are followed. Fails as Node does. */
export async function realPathOf(path: string): Promise<string> {
  return await realpath(path);
}
