import { terminalSafe } from '../base/terminal-text.ts';
import type { Host } from '../platform/host.ts';

/** Something worth knowing that is not the result: on stderr, and not at all with `-q`. */
export async function writeNote(host: Host, text: string): Promise<void> {
  if (host.quiet === true) return;
  await host.stderr.write(`plateau: ${terminalSafe(text)}\n`);
}
