import type { Confidence } from '../format.ts';

const utf8 = new TextDecoder('utf-8');

/** The schema's address settles it; hand-made files without one still have shared frames. */
export function detectSpeedscope(head: Uint8Array): Confidence {
  const text = utf8.decode(head);
  if (!/^\uFEFF?\s*\{/.test(text)) return 'no';
  if (/"\$schema"\s*:\s*"https:\/\/www\.speedscope\.app\/file-format-schema\.json"/.test(text)) {
    return 'certain';
  }
  return /"shared"\s*:\s*\{\s*"frames"\s*:/.test(text) ? 'likely' : 'no';
}
