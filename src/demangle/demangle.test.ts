import { expect, it } from 'vitest';
import { demangle } from './index.ts';

it('leaves what is not mangled', () => {
  for (const name of ['main', '_start', '_Z', '_Z1', '', '_', '_ZN1A', '_R', '_RNv']) {
    expect(demangle(name)).toBe(name);
  }
});
