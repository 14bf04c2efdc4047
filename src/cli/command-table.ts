import type { Command } from 'commander';
import type { Host } from '../platform/host.ts';

/** The steps of the loop, in order: headings of the overview and of the reference. */
export const commandGroups = ['Record', 'See', 'Compare', 'Files', 'Help'] as const;

/** A command as the overview knows it; its code is loaded only when it runs. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly group: (typeof commandGroups)[number];
  load(): Promise<(command: Command, host: Host) => void>;
}

/** The overview of `plateau --help`, in the order a user meets them. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: 'record',
    summary: 'run a program, or watch one, and record where its time goes',
    group: 'Record',
    load: async () => (await import('./record.ts')).defineRecord,
  },
  {
    name: 'stat',
    summary: 'run a program and count time, faults, switches and events',
    group: 'Record',
    load: async () => (await import('./stat.ts')).defineStat,
  },
  {
    name: 'demo',
    summary: 'record a program that is slow on purpose, and explain it',
    group: 'Record',
    load: async () => (await import('./demo.ts')).defineDemo,
  },
  {
    name: 'view',
    summary: 'look at profiles in the browser, or export one offline page',
    group: 'See',
    load: async () => (await import('./view.ts')).defineView,
  },
  {
    name: 'top',
    summary: 'rank functions by what they cost',
    group: 'See',
    load: async () => (await import('./top.ts')).defineTop,
  },
  {
    name: 'tree',
    summary: 'show every function between its callers and callees',
    group: 'See',
    load: async () => (await import('./tree.ts')).defineTree,
  },
  {
    name: 'peek',
    summary: 'show callers and callees of matching functions',
    group: 'See',
    load: async () => (await import('./tree.ts')).definePeek,
  },
  {
    name: 'list',
    summary: 'show source lines with what they cost',
    group: 'See',
    load: async () => (await import('./list.ts')).defineList,
  },
  {
    name: 'traces',
    summary: 'print every stack with its labels',
    group: 'See',
    load: async () => (await import('./traces.ts')).defineTraces,
  },
  {
    name: 'tags',
    summary: 'show what each label, thread and process costs',
    group: 'See',
    load: async () => (await import('./tags.ts')).defineTags,
  },
  {
    name: 'script',
    summary: 'print every sample as perf script does',
    group: 'See',
    load: async () => (await import('./script.ts')).defineScript,
  },
  {
    name: 'raw',
    summary: 'print everything in a profile as text',
    group: 'See',
    load: async () => (await import('./raw.ts')).defineRaw,
  },
  {
    name: 'comments',
    summary: 'print the notes in a profile',
    group: 'See',
    load: async () => (await import('./comments.ts')).defineComments,
  },
  {
    name: 'info',
    summary: 'describe a profile: format, events, samples, health',
    group: 'See',
    load: async () => (await import('./info.ts')).defineInfo,
  },
  {
    name: 'flamegraph',
    summary: 'draw a profile, or record and draw, as a flame graph (SVG)',
    group: 'See',
    load: async () => (await import('./flamegraph.ts')).defineFlamegraph,
  },
  {
    name: 'symbolize',
    summary: 'say which functions and lines addresses of a binary belong to',
    group: 'See',
    load: async () => (await import('./symbolize.ts')).defineSymbolize,
  },
  {
    name: 'convert',
    summary: 'translate a profile into another format',
    group: 'Files',
    load: async () => (await import('./convert.ts')).defineConvert,
  },
  {
    name: 'diff',
    summary: 'compare two profiles, function by function',
    group: 'Compare',
    load: async () => (await import('./diff.ts')).defineDiff,
  },
  {
    name: 'bench',
    summary: 'time commands against each other, with a verdict',
    group: 'Compare',
    load: async () => (await import('./bench.ts')).defineBench,
  },
  {
    name: 'compare',
    summary: 'compare saved results of bench',
    group: 'Compare',
    load: async () => (await import('./compare.ts')).defineCompare,
  },
  {
    name: 'pgo',
    summary: 'optimise programs by profile, and prove that it helped',
    group: 'Compare',
    load: async () => (await import('./pgo.ts')).definePgo,
  },
  {
    name: 'merge',
    summary: 'combine profiles of any formats into one',
    group: 'Files',
    load: async () => (await import('./merge.ts')).defineMerge,
  },
  {
    name: 'doctor',
    summary: 'say what this machine allows, and how to allow more',
    group: 'Help',
    load: async () => (await import('./doctor.ts')).defineDoctor,
  },
  {
    name: 'completion',
    summary: 'print the completion script of a shell',
    group: 'Help',
    load: async () => (await import('./completion.ts')).defineCompletion,
  },
];
