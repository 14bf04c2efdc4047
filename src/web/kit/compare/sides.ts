import type { Comparison, FileFacts, Scope } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { formatTimeSpan } from '../time/time-axis.ts';

/** What every view asks about while two things are compared; null while none are. */
export function comparisonOf(app: App): Comparison | null {
  const base = app.baseScope.value;
  if (base === null) return null;
  return { base, after: app.scope.value, normalize: app.state.value.isShares };
}

/** One side of a comparison as a person knows it. */
export interface Side {
  readonly scope: Scope;
  readonly file: FileFacts;
  /** The file's name, or the time when both sides are one file. */
  readonly title: string;
}

export function sideOf(app: App, scope: Scope): Side | null {
  const file = app.files.value.find(({ index }) => index === scope.file);
  if (file === undefined) return null;
  const { range } = scope;
  const time = range === null ? 'whole recording' : formatTimeSpan(range);
  const title = isOneFile(app) ? time : range === null ? file.name : `${file.name}, ${time}`;
  return { scope, file, title };
}

/** Whether two times of one file are compared. */
export function isOneFile(app: App): boolean {
  return app.baseScope.value?.file === app.scope.value.file;
}

export function swapSides(app: App): void {
  if (app.baseScope.value === null) return;
  const { files, ranges, baseRange } = app.state.value;
  // Without a range the new side is the whole recording; as a base that has to be said.
  const whole = isOneFile(app) ? (app.file.value?.extent ?? null) : null;
  app.change(
    {
      files: [...files].reverse(),
      ranges: baseRange === null ? [] : [baseRange],
      baseRange: ranges.at(-1) ?? whole,
      // Numbers of threads are those of one file.
      ...(files.length > 1 ? { threads: [] } : {}),
    },
    'push',
  );
  app.announce('Base and new swapped');
}

/** Ends the comparison; what was new stays. */
export function stopComparing(app: App): void {
  const { files } = app.state.value;
  app.change({ files: files.slice(-1), baseRange: null, colour: 'module', side: 'new' }, 'push');
  app.announce('Comparison ended');
}
