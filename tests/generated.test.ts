import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
// @ts-expect-error: a plain module
import { flameScriptModule } from '../scripts/generate.mjs';

it('the script inside flame graphs is what its sources give', async () => {
  const committed = readFileSync(
    new URL('../src/render/flame-svg/script.gen.ts', import.meta.url),
    'utf8',
  );
  const made = (await flameScriptModule()) as string;
  expect(committed === made, 'stale: npm run generate').toBe(true);
});
