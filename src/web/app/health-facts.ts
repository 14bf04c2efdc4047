import type { ProfileSummary } from '../../analysis/index.ts';
import { formatCount, formatShare } from '../kit/quantity.ts';

/** One thing that was lost, cut or not found; `isBad` when there is any of it. */
export interface HealthFact {
  readonly text: string;
  readonly isBad: boolean;
}

/** What a reader must know before trusting a share. Nothing lost is said too. */
export function healthFacts({ health, symbols, samples }: ProfileSummary): readonly HealthFact[] {
  const { lostSamples, truncatedStacks, throttled, diagnostics } = health;
  const all = samples + lostSamples;
  const unnamed = symbols.frames - symbols.withFunction;
  const others = diagnostics.reduce((sum, { count }) => sum + count, 0);
  const facts: HealthFact[] = [
    fact(lostSamples, 'lost', all),
    ...(truncatedStacks > 0 ? [fact(truncatedStacks, 'cut stacks', samples)] : []),
    ...(throttled > 0 ? [{ text: `${formatCount(throttled)} × throttled`, isBad: true }] : []),
    ...(others > 0 ? [{ text: `${formatCount(others)} notes`, isBad: true }] : []),
  ];
  if (unnamed > 0) {
    const share = formatShare(unnamed / Math.max(symbols.frames, 1));
    facts.push({ text: `${share} of frames without symbols`, isBad: true });
  }
  return facts;
}

function fact(count: number, word: string, of: number): HealthFact {
  const share = count > 0 && of > 0 ? ` (${formatShare(count / of)})` : '';
  return { text: `${formatCount(count)} ${word}${share}`, isBad: count > 0 };
}
