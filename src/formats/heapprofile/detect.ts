import type { Confidence } from '../format.ts';

const utf8 = new TextDecoder('utf-8');

/** A tree under `head` of V8's call frames, with sizes instead of a CPU profile's hit counts. */
export function detectHeapprofile(head: Uint8Array): Confidence {
  const text = utf8.decode(head);
  if (!/^\uFEFF?\s*\{/.test(text)) return 'no';
  const hasTree = /"head"\s*:\s*\{/.test(text) && /"callFrame"\s*:\s*\{/.test(text);
  return hasTree && /"selfSize"\s*:/.test(text) ? 'certain' : 'no';
}
