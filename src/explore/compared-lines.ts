import { stableName } from '../analysis/index.ts';
import { type FrameIndex, frameFile, frameName, type Profile, textAt } from '../profile/index.ts';
import type { Exploration } from './exploration.ts';
import { matchFiles } from './file-match.ts';
import { matchLines } from './line-match.ts';
import type { Comparison } from './scope.ts';

/**
 * How lines of one side found theirs on the other: the texts are the same; they differ, and equal lines
 * were found; or there is no text to compare, and lines count from where their functions begin.
 */
export type LineMatch = 'same' | 'text' | 'number';

/** A file of both sides. The text that is shown is the new side's, or the base's where only that has it. */
export interface ComparedFile {
  readonly shownSide: 'new' | 'base';
  /** Of the shown side. */
  readonly file: string;
  /** Of the other side; '' = it has no such file. */
  readonly otherFile: string;
  readonly match: LineMatch;
  /** The line of the shown text for a line of the other side's; 0 = it is not there any more. */
  shownLine(otherLine: number): number;
  /** The reverse; 0 = the line was not there. */
  otherLine(shownLine: number): number;
}

/** `file` is of the side that is shown. */
export function compareFile(
  exploration: Exploration,
  { base, after }: Comparison,
  file: string,
  shownSide: 'new' | 'base',
): ComparedFile {
  const [old, now] = [exploration.scoped(base), exploration.scoped(after)];
  const pairs = matchFiles(filesOf(old), filesOf(now));
  const isNew = shownSide === 'new';
  const [shown, other] = isNew ? [now, old] : [old, now];
  const newOf = new Map([...pairs].map(([key, value]) => [value, key]));
  const otherFile = (isNew ? pairs : newOf).get(file) ?? '';
  const [text, otherText] = [textOf(shown, file), textOf(other, otherFile)];
  if (text === null || otherText === null) {
    const shownLine = startShifts(other, otherFile, shown, file);
    const otherLine = startShifts(shown, file, other, otherFile);
    return { shownSide, file, otherFile, match: 'number', shownLine, otherLine };
  }
  if (text === otherText) {
    return { shownSide, file, otherFile, match: 'same', shownLine: same, otherLine: same };
  }
  const partner = matchLines(otherText.split('\n'), text.split('\n'));
  const back = new Map(Array.from(partner, (to, from) => [to, from]));
  const shownLine = (line: number): number => (partner[line - 1] ?? -1) + 1;
  const otherLine = (line: number): number => (back.get(line - 1) ?? -1) + 1;
  return { shownSide, file, otherFile, match: 'text', shownLine, otherLine };
}

function same(line: number): number {
  return line;
}

export function filesOf(profile: Profile): string[] {
  const files = new Set<string>();
  for (let frame = 0; frame < profile.frames.length; frame++) {
    files.add(frameFile(profile, frame as FrameIndex));
  }
  files.delete('');
  return [...files];
}

function textOf(profile: Profile, file: string): string | null {
  return profile.sources.find((source) => textAt(profile, source.file) === file)?.text ?? null;
}

/** Lines keep their distance from where the function begins that they are in. */
function startShifts(
  from: Profile,
  fromFile: string,
  to: Profile,
  toFile: string,
): (line: number) => number {
  const starts = [...functionStarts(from, fromFile)].sort((a, b) => a[1] - b[1]);
  const moved = functionStarts(to, toFile);
  return (line) => {
    const inside = starts.findLast(([, start]) => start <= line);
    const start = inside === undefined ? undefined : moved.get(inside[0]);
    return inside === undefined || start === undefined ? line : line + start - inside[1];
  };
}

function functionStarts(profile: Profile, file: string): Map<string, number> {
  const starts = new Map<string, number>();
  const { frames, functions } = profile;
  for (let row = 0; row < frames.length; row++) {
    const frame = row as FrameIndex;
    const called = frames.function[frame] as number;
    const start = called < 0 ? 0 : (functions.startLine[called] as number);
    if (start === 0 || frameFile(profile, frame) !== file) continue;
    starts.set(stableName(frameName(profile, frame)), start);
  }
  return starts;
}
