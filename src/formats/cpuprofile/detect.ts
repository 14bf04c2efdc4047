import type { Confidence } from '../format.ts';

const utf8 = new TextDecoder('utf-8');

/** Nodes with V8's call frames, or the older tree under `head`. */
export function detectCpuprofile(head: Uint8Array): Confidence {
  const text = utf8.decode(head);
  if (!/^\uFEFF?\s*\{/.test(text)) return 'no';
  // A heap profile has call frames under `head` too, but sizes instead of hit counts.
  if (/"selfSize"\s*:/.test(text)) return 'no';
  const hasNodes = /"nodes"\s*:\s*\[/.test(text) && /"callFrame"\s*:\s*\{/.test(text);
  const hasHead = /"head"\s*:\s*\{/.test(text) && /"functionName"\s*:/.test(text);
  return hasNodes || hasHead ? 'certain' : 'no';
}
