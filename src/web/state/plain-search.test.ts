import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeExpression } from '../../profile/index.ts';
import { plainSearch } from './plain-search.ts';

it('a plain search finds its text and comes back as it was typed', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(plainSearch(escapeExpression(text))).toBe(text);
      expect(new RegExp(`^${escapeExpression(text)}$`).test(text)).toBe(true);
    }),
  );
  expect(plainSearch('a.*b')).toBeUndefined();
  expect(plainSearch('a\\.b')).toBe('a.b');
});
