import { fileSource } from './file-source.ts';
import type { OpenAs, Opener } from './opener.ts';

/** Asks for files and opens them: the first is shown, the others are open beside it. */
export function chooseFiles(app: { readonly opener: Opener }, as: OpenAs = 'shown'): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = as === 'shown';
  input.addEventListener('change', () => void openFiles(app, [...(input.files ?? [])], as));
  input.click();
}

export async function openFiles(
  app: { readonly opener: Opener },
  files: readonly File[],
  as: OpenAs,
): Promise<void> {
  let isFirst = true;
  for (const file of files) {
    const opened = await app.opener.open(await fileSource(file), isFirst ? as : 'beside');
    if (opened !== undefined) isFirst = false;
  }
}
