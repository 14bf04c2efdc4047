// A vitest reporter that leaves for scripts/test.mjs the counts, each skip with its reason, and each
// test that needed a second try.
import { mkdirSync, writeFileSync } from 'node:fs';

export const summaryFile = '.build/test-summary.json';

export default class SummaryReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const summary = { passed: 0, failed: unhandledErrors.length, skips: [], retried: [] };
    for (const module of modules) {
      if (module.state() === 'failed' && module.errors().length > 0) summary.failed++;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (test.diagnostic()?.flaky) summary.retried.push(test.fullName);
        if (result.state === 'passed') summary.passed++;
        else if (result.state === 'failed') summary.failed++;
        else summary.skips.push({ test: test.fullName, reason: result.note ?? 'no reason given' });
      }
    }
    mkdirSync('.build', { recursive: true });
    writeFileSync(summaryFile, JSON.stringify(summary));
  }
}
