import { type Comparison, type FileFacts, noThread, type Scope } from '../../../explore/index.ts';
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

/** The file that is the base; null while nothing is compared, or both sides are one file. */
export function otherFile(app: App): FileFacts | null {
  const scope = app.baseScope.value;
  if (scope === null || isOneFile(app)) return null;
  return app.files.value.find(({ index }) => index === scope.file) ?? null;
}

/** Added to times of the base gives those of the new side: both begin at the left. */
export function baseShiftNs(app: App): number {
  const [now, old] = [app.file.value?.extent, otherFile(app)?.extent];
  return now == null || old == null ? 0 : now.startNs - old.startNs;
}

/** What the choice of threads means for another file, whose threads have other numbers; '' = nothing. */
export function baseThreadsNote(app: App): string {
  const [base, file] = [app.baseScope.value, otherFile(app)];
  if (base === null || file === null || base.threads.length === 0) return '';
  const { length } = base.threads.filter((row) => row !== noThread);
  if (length === 0) return 'base: none of this name';
  return length === 1 ? 'base: same name' : `base: same name, ${length} threads`;
}

export function swapSides(app: App): void {
  if (app.baseScope.value === null) return;
  const { files, ranges, baseRange } = app.state.value;
  const threads = app.baseScope.value.threads.filter((row) => row !== noThread);
  // Without a range the new side is the whole recording; as a base that has to be said.
  const whole = isOneFile(app) ? (app.file.value?.extent ?? null) : null;
  app.change(
    {
      files: [...files].reverse(),
      ranges: baseRange === null ? [] : [baseRange],
      baseRange: ranges.at(-1) ?? whole,
      threads,
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
