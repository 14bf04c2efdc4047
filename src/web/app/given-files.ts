import { apiPaths, type ServedError, type ServedFile } from '../../server/api.ts';
import { EngineError, type ProfileSource } from '../engine/engine.ts';
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
  const answer = await fetch(apiPaths.files).catch(() => undefined);
  if (answer?.ok !== true) return [];
  const files = (await answer.json().catch(() => [])) as ServedFile[];
  return files.map(({ name }, index) => ({
    name,
    sizeBytes: undefined,
    stream: () => servedBytes(`${apiPaths.profile}${index}`),
  }));
}

async function servedBytes(path: string): Promise<ReadableStream<Uint8Array>> {
  const answer = await fetch(path).catch(() => undefined);
  if (answer === undefined) {
    throw new EngineError('The server of this page has ended.', 'start plateau view again');
  }
  if (!answer.ok) {
    const { message, hint } = (await answer.json()) as ServedError;
    throw new EngineError(message, hint);
  }
  return answer.body ?? new Blob([]).stream();
}
