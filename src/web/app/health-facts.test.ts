import { expect, it } from 'vitest';
import { profileSummary } from '../../analysis/index.ts';
import { profileFromPicture } from '../../profile/testing/picture.ts';
import { healthFacts } from './health-facts.ts';

const words = (facts: ReturnType<typeof healthFacts>): string[] =>
  facts.map(({ text, isBad }) => `${isBad ? '!' : ''}${text.replaceAll('\u202f', ' ')}`);

it('the health of a recording names each loss with its count and share', () => {
  const summary = profileSummary(profileFromPicture('main\n90'), 0);
  expect(words(healthFacts(summary, null))).toEqual(['0 lost']);
  const health = {
    lostSamples: 1,
    truncatedStacks: 1,
    throttled: 3,
    diagnostics: [{ code: 'x', message: 'y', count: 800 }],
  };
  const missing = { value: 5, samples: 2, module: '', moduleValue: 0, wholeSamples: 8 };
  expect(words(healthFacts({ ...summary, samples: 9, health }, missing))).toEqual([
    '!1 lost (10.0 %)',
    '!1 cut stacks (11.1 %)',
    '!3 × throttled',
    '!1 note',
    '!2 without symbols (25.0 %)',
  ]);
});
