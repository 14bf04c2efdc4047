import { apiPaths, type ServedFile } from '../../server/api.ts';
import type { ShellApp } from './create-app.ts';

/** Opens what the page was given: profiles inside it (an exported page), or those its server has. */
export async function openGivenFiles(app: ShellApp): Promise<void> {
  const embedded = [...document.querySelectorAll<HTMLElement>('script[data-plateau-profile]')];
  for (const element of embedded) {
    const bytes = Uint8Array.from(atob(element.textContent ?? ''), (each) => each.charCodeAt(0));
    await app.open({
      name: element.dataset['plateauProfile'] ?? 'profile',
      sizeBytes: bytes.length,
      stream: async () => new Blob([bytes]).stream(),
    });
  }
  if (embedded.length > 0 || !location.protocol.startsWith('http')) return;
  const answer = await fetch(apiPaths.files).catch(() => undefined);
  if (answer?.ok !== true) return;
  for (const [index, file] of ((await answer.json()) as ServedFile[]).entries()) {
    await app.open({
      name: file.name,
      sizeBytes: undefined,
      stream: async () => {
        const { body } = await fetch(`${apiPaths.profile}${index}`);
        return body ?? new Blob([]).stream();
      },
    });
  }
}
