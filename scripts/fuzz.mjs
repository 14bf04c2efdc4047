// Attacks every parser with mutated files:  npm run fuzz -- [--seconds 60] [--cases N] [--seed N] [--target NAME]
// The seed is printed; the same seed gives the same inputs. A crashing input is kept in .build/fuzz/.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    cases: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    target: { type: 'string' },
  },
});
if (values.seconds === undefined && values.cases === undefined) values.seconds = '60';
const env = { ...process.env };
for (const [flag, value] of Object.entries(values)) env[`FUZZ_${flag.toUpperCase()}`] = value;
console.log(`seed ${values.seed}`);
const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  'tests/fuzz.test.ts',
  '--disable-console-intercept',
];
const done = spawnSync(process.execPath, vitest, { stdio: 'inherit', env });
process.exit(done.status ?? 1);
