import type { Diagnostic } from '../base/diagnostics.ts';
import { terminalSafe } from '../base/terminal-text.ts';
import type { Host } from '../platform/host.ts';
import type { Profile } from '../profile/index.ts';

/** Says on stderr what of a profile was lost or not understood. */
export async function noteHealth(host: Host, profile: Profile): Promise<void> {
  const { lostSamples, throttled, truncatedStacks, diagnostics } = profile.meta.health;
  const lost = [
    { count: lostSamples, message: 'samples lost while recording' },
    { count: throttled, message: 'times the kernel throttled sampling' },
    { count: truncatedStacks, message: 'stacks cut short' },
  ];
  await noteDiagnostics(host, [...lost, ...diagnostics]);
}

export async function noteDiagnostics(
  host: Host,
  diagnostics: readonly Pick<Diagnostic, 'count' | 'message'>[],
): Promise<void> {
  for (const { count, message } of diagnostics) {
    if (count > 0) await host.stderr.write(`note: ${count} ${terminalSafe(message)}\n`);
  }
}
