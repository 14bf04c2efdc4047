import { resolve } from 'node:path';
import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import type { ImageFiles } from '../platform/image-files.ts';
import { sectionCodec } from '../platform/zlib-codec.ts';
import { type OpenedImage, openSymbolizer } from '../symbolize/open-symbolizer.ts';
import { answerFromFiles } from './symbolize-files.ts';

type Found = Exclude<OpenedImage, { readonly problem: unknown }>;

/** An image of this machine by its path, with the files that its debug info lies in. */
export function openImage(host: Host, files: ImageFiles, path: string): Found {
  const name = { path: resolve(host.cwd, path), buildId: '', pid: 0 };
  try {
    const steps = openSymbolizer(name, sectionCodec);
    let step = steps.next();
    while (step.done !== true) step = steps.next(answerFromFiles(step.value, files));
    if ('symbolizer' in step.value) return step.value;
    const isDenied = step.value.problem === 'denied';
    throw new ToolError(
      isDenied ? 'denied' : 'not-found',
      isDenied ? `may not read ${path}` : `no ELF image at ${path}`,
      { hint: 'name an executable, a shared library or a debug file' },
    );
  } catch (error) {
    throw error instanceof ToolError ? error.inFile(path) : error;
  }
}
