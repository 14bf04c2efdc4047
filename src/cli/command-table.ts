import type { Command } from 'commander';
import type { Host } from '../platform/host.ts';

/** A command as the overview knows it; its code is loaded only when it runs. */
export interface CommandEntry {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly group: 'Record' | 'See' | 'Compare' | 'Files' | 'Help';
  load(): Promise<(command: Command, host: Host) => void>;
}

/** The overview of `plateau --help`, in the order a user meets them. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: 'convert',
    summary: 'translate a profile into another format',
    group: 'Files',
    load: async () => (await import('./convert.ts')).defineConvert,
  },
  {
    name: 'merge',
    summary: 'combine profiles of any formats into one',
    group: 'Files',
    load: async () => (await import('./merge.ts')).defineMerge,
  },
];
