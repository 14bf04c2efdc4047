import { useSignal, useSignalEffect } from '@preact/signals';
import type { SourceAnswer } from '../../../explore/index.ts';

/** The text to show, and where it is from; null = not there (yet). */
export interface SourceText {
  readonly file: string;
  readonly text: string | null;
  readonly origin: 'profile' | 'server' | 'none';
  /** Why there is none; '' = it is being fetched, or it is there. */
  readonly missing: string;
}

/** The text that the profile carries, else the server's: it reads the files of its machine. */
export function useSourceText(
  answer: () => SourceAnswer | null,
  sourceUrl: () => string | null,
): { readonly value: SourceText | null } {
  const fetched = useSignal<SourceText | null>(null);
  useSignalEffect(() => {
    const asked = answer();
    if (asked === null) return;
    const { file, text } = asked;
    if (text !== null) {
      fetched.value = { file, text, origin: 'profile', missing: '' };
      return;
    }
    if (fetched.peek()?.file === file) return;
    const none = { file, text: null, origin: 'none' } as const;
    const url = sourceUrl();
    if (file === '' || url === null) {
      fetched.value = { ...none, missing: 'This profile does not carry its text.' };
      return;
    }
    fetched.value = { ...none, missing: '' };
    void fetchText(url, file).then((result) => {
      if (fetched.peek()?.file === file) fetched.value = result;
    });
  });
  return fetched;
}

async function fetchText(url: string, file: string): Promise<SourceText> {
  const none = { file, text: null, origin: 'none' } as const;
  try {
    const answer = await fetch(`${url}?file=${encodeURIComponent(file)}`);
    if (answer.ok) return { file, text: await answer.text(), origin: 'server', missing: '' };
    const { message } = (await answer.json()) as { message?: unknown };
    return { ...none, missing: typeof message === 'string' ? `${message}.` : 'It was not found.' };
  } catch {
    return { ...none, missing: 'This profile does not carry its text.' };
  }
}
