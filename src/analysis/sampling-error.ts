/** Two standard errors, near enough: 95 of 100 repetitions fall inside. */
const deviations = 1.96;
const mostSamples = 2 ** 40;

/**
 * Half the width of the 95 % interval of a share (0 … 1) that `samples` samples support, after Agresti
 * and Coull: with a few samples that all agree, nothing is certain yet.
 */
export function shareError(share: number, samples: number): number {
  if (samples <= 0) return 1;
  const weight = samples + deviations ** 2;
  const centre = (share * samples + deviations ** 2 / 2) / weight;
  return deviations * Math.sqrt((centre * (1 - centre)) / weight);
}

/** How many samples it takes to know a share to within `error`. */
export function samplesForError(share: number, error: number): number {
  let enough = 1;
  while (enough < mostSamples && shareError(share, enough) > error) enough *= 2;
  let few = enough / 2;
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (shareError(share, middle) > error) few = middle;
    else enough = middle;
  }
  return enough;
}
