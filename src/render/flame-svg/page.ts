import type { PictureFacts } from './picture.ts';

/** Heights above and below the graph, shared by the writer and the script. */
export function chromeHeights(facts: PictureFacts): {
  readonly head: number;
  readonly foot: number;
} {
  const lines = [facts.pruned, facts.notes].filter((text) => text !== '').length;
  return { head: 58, foot: 32 + 18 * lines };
}
