/** Under this many samples a share is a guess: it is dimmed, and says so. */
export const fewSamples = 30;

export function fewSamplesTip(samples: number): string {
  return `Only ${samples} ${samples === 1 ? 'sample' : 'samples'}: a rough estimate`;
}
