/** What a link restores. */
export interface UrlState {
  readonly query: string;
  readonly zoom: number;
}

/** Reads `#q=REGEX&zoom=FRAME`; what makes no sense counts as absent. */
export function readUrlState(hash: string, frames: number): UrlState {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const zoom = Number(fields.get('zoom') ?? '0');
  const isFrame = Number.isInteger(zoom) && zoom >= 0 && zoom < frames;
  return { query: fields.get('q') ?? '', zoom: isFrame ? zoom : 0 };
}

/** The fragment for a state; fields that are not ours are kept, defaults left out. */
function urlFragment(hash: string, state: UrlState): string {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  fields.delete('q');
  fields.delete('zoom');
  if (state.query !== '') fields.set('q', state.query);
  if (state.zoom !== 0) fields.set('zoom', String(state.zoom));
  return `#${fields.toString()}`;
}

/** Replaces the fragment without a step in the history. Some embeddings forbid it: then nothing. */
export function writeUrlState(state: UrlState): void {
  const fragment = urlFragment(location.hash, state);
  if (fragment === (location.hash || '#')) return;
  try {
    history.replaceState(null, '', fragment);
  } catch {
    // A sandboxed frame has no history; the picture works without links.
  }
}
