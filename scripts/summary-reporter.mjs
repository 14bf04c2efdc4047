// A vitest reporter that leaves the counts, and each skip with its reason, for scripts/test.mjs.
import { mkdirSync, writeFileSync } from 'node:fs';

export const summaryFile = '.build/test-summary.json';

export default class SummaryReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const summary = { passed: 0, failed: unhandledErrors.length, skips: [] };
    for (const module of modules) {
      if (module.state() === 'failed' && module.errors().length > 0) summary.failed++;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') summary.passed++;
        else if (result.state === 'failed') summary.failed++;
        else summary.skips.push({ test: test.fullName, reason: result.note ?? 'no reason given' });
      }
    }
    mkdirSync('.build', { recursive: true });
    writeFileSync(summaryFile, JSON.stringify(summary));
  }
}
