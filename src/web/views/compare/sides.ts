import type { FileFacts, Scope } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { formatTimeSpan } from '../../kit/time/time-axis.ts';

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
  const isAlone = app.baseScope.value?.file === app.scope.value.file;
  const time = range === null ? 'whole recording' : formatTimeSpan(range);
  const title = isAlone ? time : range === null ? file.name : `${file.name}, ${time}`;
  return { scope, file, title };
}

export function swapSides(app: App): void {
  const { files, ranges, baseRange } = app.state.value;
  const range = ranges.at(-1) ?? null;
  app.change(
    {
      files: [...files].reverse(),
      ranges: baseRange === null ? [] : [baseRange],
      baseRange: range,
    },
    'push',
  );
  app.announce('Base and new swapped');
}

/** Ends the comparison; what was new stays. */
export function stopComparing(app: App): void {
  const { files } = app.state.value;
  app.change({ files: files.slice(-1), baseRange: null, colour: 'module' }, 'push');
}
