import { resolve } from 'node:path';
import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { requireReadable } from '../platform/input-file.ts';
import type { OpenedImage } from '../symbolize/open-symbolizer.ts';
import { readSymbolizer, type SymbolSources } from './symbolize-files.ts';

type Found = Exclude<OpenedImage, { readonly problem: unknown }>;

/** An image of this machine by its path, with the files that its debug info lies in. */
export async function openImage(host: Host, sources: SymbolSources, path: string): Promise<Found> {
  await requireReadable(resolve(host.cwd, path));
  try {
    const opened = await readSymbolizer(resolve(host.cwd, path), sources);
    if ('symbolizer' in opened) return opened;
    throw new ToolError('unsupported-input', 'not an ELF image', {
      hint: 'name an executable, a shared library or a debug file',
    });
  } catch (error) {
    throw error instanceof ToolError ? error.inFile(path) : error;
  }
}
