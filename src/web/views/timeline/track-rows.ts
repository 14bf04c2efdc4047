import type { FileFacts, TimelineTrack, TracksAnswer } from '../../../explore/index.ts';
import { formatShare, formatValue } from '../../kit/quantity.ts';

export type TrackMode = 'threads' | 'cpus' | 'counters';

/** One row of the timeline. */
export interface TrackRow {
  readonly id: string;
  readonly kind: 'process' | 'thread' | 'cpu' | 'counter';
  readonly name: string;
  /** Second line, quiet. */
  readonly about: string;
  /** Its part of `about` that a comparison sets beside the base's; '' = it has none. */
  readonly amount: string;
  readonly height: number;
  readonly top: number;
  readonly track: TimelineTrack;
  /** Rows of the profile's threads that it stands for; choosing it focuses them. */
  readonly threads: readonly number[];
  /** Of a process: whether its threads are hidden; null = it has none to hide. */
  readonly isCollapsed: boolean | null;
}

const heights = { process: 52, thread: 42, cpu: 28, counter: 44 } as const;

type Draft = Omit<TrackRow, 'top' | 'height'>;

/** The rows for a mode, from top to bottom. */
export function trackRows(
  tracks: TracksAnswer,
  file: FileFacts,
  mode: TrackMode,
  collapsed: ReadonlySet<string>,
): readonly TrackRow[] {
  const drafts =
    mode === 'threads'
      ? threadDrafts(tracks, file, collapsed)
      : mode === 'cpus'
        ? cpuDrafts(tracks)
        : counterDrafts(tracks);
  const times = growth(drafts.length);
  let top = 0;
  return drafts.map((draft) => {
    const row = { ...draft, top, height: heights[draft.kind] * times };
    top += row.height;
    return row;
  });
}

/** Few rows are drawn higher where there is room: a curve is read better. */
function growth(rows: number): number {
  if (!matchMedia('(min-height: 640px)').matches) return 1;
  return rows <= 2 ? 3 : rows <= 5 ? 2 : 1;
}

/** About how high the rows will be, so that nothing moves when they come. */
export function expectedHeight({ threads }: FileFacts): number {
  const rows = Math.max(1, threads.length);
  return rows * heights.thread * growth(rows);
}

function threadDrafts(
  { processes, threadTotal, value, threadWaited }: TracksAnswer,
  file: FileFacts,
  collapsed: ReadonlySet<string>,
): Draft[] {
  const entry = (thread: number): number => (thread < 0 ? threadTotal.length - 1 : thread);
  const amount = (total: number): string => formatValue(total, value.unit);
  return processes.flatMap(({ pid, name, threads, total }, at) => {
    const id = `process ${at}`;
    const isCollapsed = collapsed.has(id);
    const process: Draft = {
      id,
      kind: 'process',
      name: name || (pid < 0 ? 'All samples' : `pid ${pid}`),
      about: `${pid < 0 ? 'no process' : `process ${pid}`} · ${amount(total)}`,
      amount: amount(total),
      track: { id, kind: 'threads', threads },
      threads,
      isCollapsed,
    };
    // A process of one thread is that thread: one row says it all.
    if (threads.length === 1) {
      return [{ ...process, kind: 'thread' as const, isCollapsed: null }];
    }
    const rows = threads.map((thread): Draft => {
      const facts = file.threads[thread];
      const waited = threadWaited?.[entry(thread)] ?? 0;
      const rest = waited > 0 ? ` · off ${formatValue(waited, 'nanoseconds')}` : '';
      return {
        id: `thread ${thread}`,
        kind: 'thread',
        name: facts?.thread || facts?.process || `thread ${facts?.tid ?? '?'}`,
        about: `${facts?.tid ?? '?'} · ${amount(threadTotal[entry(thread)] ?? 0)}${rest}`,
        amount: amount(threadTotal[entry(thread)] ?? 0),
        track: { id: `thread ${thread}`, kind: 'threads', threads: [thread] },
        threads: [thread],
        isCollapsed: null,
      };
    });
    return isCollapsed ? [process] : [process, ...rows];
  });
}

function cpuDrafts({ cpus, cpuTotal, value }: TracksAnswer): Draft[] {
  const whole = cpuTotal.reduce((sum, each) => sum + each, 0);
  return cpus.map((cpu, at) => ({
    id: `cpu ${cpu}`,
    kind: 'cpu',
    name: `CPU ${cpu}`,
    about: `${formatValue(cpuTotal[at] ?? 0, value.unit)} · ${formatShare((cpuTotal[at] ?? 0) / (whole || 1))}`,
    amount: formatValue(cpuTotal[at] ?? 0, value.unit),
    track: { id: `cpu ${cpu}`, kind: 'cpu', cpu },
    threads: [],
    isCollapsed: null,
  }));
}

function counterDrafts({ counters }: TracksAnswer): Draft[] {
  return counters.map(({ type, name, unit }) => ({
    id: `counter ${type}`,
    kind: 'counter',
    name,
    about: unit,
    amount: '',
    track: { id: `counter ${type}`, kind: 'counter', type },
    threads: [],
    isCollapsed: null,
  }));
}

/** The rows that show between two heights. */
export function visibleRows(
  rows: readonly TrackRow[],
  from: number,
  to: number,
): readonly TrackRow[] {
  return rows.filter(({ top, height }) => top + height > from && top < to);
}

/** The row at a height; null below the last one. */
export function rowAt(rows: readonly TrackRow[], y: number): TrackRow | null {
  return rows.find(({ top, height }) => y >= top && y < top + height) ?? null;
}
