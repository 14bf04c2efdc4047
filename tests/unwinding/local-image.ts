import { readFileSync } from 'node:fs';
import type { OpenImage } from '../../src/object/image-name.ts';
import { sourceOf } from '../../src/object/index.ts';
import { readOwnVdso } from '../../src/platform/own-vdso.ts';

/** Files of this machine; the vdso is that of this process. */
export const openLocalImage: OpenImage = ({ path }) => {
  if (path === '[vdso]') return readOwnVdso();
  if (!path.startsWith('/') || path.startsWith('//')) return undefined;
  try {
    return sourceOf(readFileSync(path));
  } catch {
    return undefined;
  }
};
