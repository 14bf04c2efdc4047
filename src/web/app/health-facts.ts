import type { ProfileSummary } from '../../analysis/index.ts';
import type { MissingAnswer } from '../../explore/index.ts';
import { formatCount, formatCounted, formatShare } from '../kit/quantity.ts';

/** One thing that was lost, cut or not found; `isBad` when there is any of it. */
export interface HealthFact {
  readonly text: string;
  readonly isBad: boolean;
}

/** What a reader must know before trusting a share. Nothing lost is said too. */
export function healthFacts(
  { health, samples }: ProfileSummary,
  missing: MissingAnswer | null,
): readonly HealthFact[] {
  const { lostSamples, truncatedStacks, throttled, diagnostics } = health;
  const all = samples + lostSamples;
  const unnamed = missing?.samples ?? 0;
  return [
    fact(lostSamples, 'lost', all),
    ...(truncatedStacks > 0 ? [fact(truncatedStacks, 'cut stacks', samples)] : []),
    ...(throttled > 0 ? [{ text: `${formatCount(throttled)} × throttled`, isBad: true }] : []),
    // Each has a count of its own, which means nothing added to the others'.
    ...(diagnostics.length > 0
      ? [{ text: formatCounted(diagnostics.length, 'note'), isBad: true }]
      : []),
    ...(unnamed > 0 ? [fact(unnamed, 'without symbols', missing?.wholeSamples ?? 0)] : []),
  ];
}

function fact(count: number, word: string, of: number): HealthFact {
  const share = count > 0 && of > 0 ? ` (${formatShare(count / of)})` : '';
  return { text: `${formatCount(count)} ${word}${share}`, isBad: count > 0 };
}
