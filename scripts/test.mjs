// The one test command: builds, checks types and style, then runs every test. Arguments go to vitest,
// and then only vitest runs. STRICT=1 makes every skip a failure.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { summaryFile } from './summary-reporter.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const args = process.argv.slice(2);
const strict = process.env.STRICT === '1';

if (!run(process.execPath, ['scripts/build.mjs'])) process.exit(1);
const checks = args.length > 0 ? [] : ['types', 'lint'];
const failedChecks = checks.filter((name) => !run('npm', ['run', '--silent', name]));

rmSync(summaryFile, { force: true });
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default'];
const ok = run(process.execPath, [...vitest, '--reporter=./scripts/summary-reporter.mjs', ...args]);
const summary = existsSync(summaryFile)
  ? JSON.parse(readFileSync(summaryFile, 'utf8'))
  : { passed: 0, failed: 1, skips: [], retried: [] };

const passed = summary.passed + checks.length - failedChecks.length;
let failed = summary.failed + failedChecks.length;
if (!ok && summary.failed === 0) failed++;
for (const name of failedChecks) {
  const fix = name === 'lint' ? 'npm run format' : 'npm run types';
  console.log(`failed: ${name} (see above; \`${fix}\`)`);
}
for (const [reason, count] of countBy(summary.skips.map((skip) => skip.reason))) {
  console.log(`skipped ${count}: ${reason}`);
}
for (const name of summary.retried) console.log(`passed at the second try: ${name}`);
if (strict && summary.skips.length > 0) {
  console.log('STRICT=1: skipped tests count as failed');
  failed += summary.skips.length;
}
console.log(`${passed} passed, ${failed} failed, ${strict ? 0 : summary.skips.length} skipped`);
process.exitCode = failed > 0 ? 1 : 0;

function run(command, parameters) {
  return spawnSync(command, parameters, { stdio: 'inherit' }).status === 0;
}

function countBy(words) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
