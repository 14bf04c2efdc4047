/** Where profiles go in the page that scripts/build-page.mjs makes. */
export const pageMarkers = {
  /** Before the app's script: what there is. */
  manifest: '<!-- profiles -->',
  /** After it: the bytes, so that the app starts while they are still being read. */
  data: '<!-- profile data -->',
} as const;

/** Where results go in the page of results. */
export const resultsMarker = '<!-- results -->';
