import { safeLine } from '../../base/terminal-text.ts';
import type { Health } from '../../profile/index.ts';

/** What was lost or could not be read; empty when nothing was. */
export function healthLines(health: Health): string[] {
  const { lostSamples, throttled, truncatedStacks, diagnostics } = health;
  return [
    ...(lostSamples > 0 ? [`${lostSamples} samples were lost while recording`] : []),
    ...(throttled > 0 ? [`the kernel throttled sampling ${throttled} times`] : []),
    ...(truncatedStacks > 0
      ? [`${truncatedStacks} ${truncatedStacks === 1 ? 'stack is' : 'stacks are'} cut short`]
      : []),
    ...diagnosticLines(diagnostics),
  ];
}

export function diagnosticLines(diagnostics: Health['diagnostics']): string[] {
  return diagnostics.map(({ message, count }) => safeLine(`${count} × ${message}`));
}
