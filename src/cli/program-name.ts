import type { Host } from '../platform/host.ts';

/** What the user typed to get here, for commands to copy: `plateau`, or `./plateau` in a clone. */
export function programName(host: Host): string {
  return host.env['PLATEAU_PROGRAM'] ?? 'plateau';
}
