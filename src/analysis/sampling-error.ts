/** Two standard errors, near enough: 95 of 100 repetitions fall inside. */
const deviations = 1.96;

/** Half the width of the 95 % interval of a share (0 … 1) that `samples` samples support. */
export function shareError(share: number, samples: number): number {
  return samples <= 0 ? 1 : deviations * Math.sqrt((share * (1 - share)) / samples);
}

/** How many samples it takes to know a share to within `error`. */
export function samplesForError(share: number, error: number): number {
  return Math.ceil((deviations / error) ** 2 * share * (1 - share));
}
