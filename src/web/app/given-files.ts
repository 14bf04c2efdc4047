import { apiPaths, type ServedFile } from '../../server/api.ts';
import type { LoadProgress, ProfileSource } from '../engine/engine.ts';
import type { ShellApp } from './create-app.ts';
import { embeddedProfiles } from './embedded-profiles.ts';

/** Opens what the page was given: profiles inside it (an exported page), or those its server has. */
export async function openGivenFiles(app: ShellApp): Promise<void> {
  const embedded = embeddedProfiles();
  const sources = embedded.length > 0 ? embedded : await servedProfiles();
  for (const source of sources) await app.opener.open(source, 'beside');
  // A link may name files that are not here.
  const [first] = app.files.value;
  if (app.file.value === null && first !== undefined) app.change({ files: [first.index] });
}

/** A page from a disk or from a plain web server has none. */
async function servedProfiles(): Promise<ProfileSource[]> {
  if (!location.protocol.startsWith('http')) return [];
  const files = await listFiles();
  return files.map((listed, index) => {
    const url = `${apiPaths.profile}${index}`;
    // What a file was before the server read it is known when that is done.
    let { formatName } = listed;
    return {
      name: listed.name,
      formatName: () => formatName,
      sizeBytes: undefined,
      url,
      sourceUrl: `${apiPaths.source}${index}`,
      stream: async () => (await fetch(url)).body ?? new Blob([]).stream(),
      prepare: async (onProgress, signal) => {
        if (listed.state === 'ready') return;
        const read = await untilRead(index, onProgress, signal);
        formatName = read?.formatName ?? '';
      },
    };
  });
}

async function listFiles(): Promise<readonly ServedFile[]> {
  const answer = await fetch(apiPaths.files).catch(() => undefined);
  if (answer?.ok !== true) return [];
  return (await answer.json().catch(() => [])) as ServedFile[];
}

/** How often the server is asked how far it is. */
const askMs = 150;

/** While the server reads a recording, its progress is the page's. A failure shows when the bytes are asked for. */
async function untilRead(
  index: number,
  onProgress: (progress: LoadProgress) => void,
  signal: AbortSignal | undefined,
): Promise<ServedFile | undefined> {
  for (;;) {
    signal?.throwIfAborted();
    const file = (await listFiles())[index];
    if (file === undefined || file.state === 'ready' || file.state === 'failed') return file;
    const totalBytes = file.sizeBytes ?? undefined;
    onProgress({ phase: 'reading', bytes: file.readBytes, totalBytes });
    await new Promise((resolve) => setTimeout(resolve, askMs));
  }
}
