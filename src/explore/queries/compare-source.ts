import { functionOn, type NamedFunction } from '../around-function.ts';
import { type ComparedFile, compareFile, type LineMatch } from '../compared-lines.ts';
import { scopeTotal } from '../keyed-costs.ts';
import type { Query } from '../query.ts';
import type { Comparison, Scope } from '../scope.ts';
import { type SourceAnswer, type SourceRequest, sourceOf } from './source.ts';

export interface CompareSourceRequest extends Comparison, Omit<SourceRequest, 'scope'> {}

/**
 * A file with what its lines cost on both sides. `self`, `total` and the samples are the new side's,
 * scaled as in every comparison; lines are those of the shown text.
 */
export interface ComparedSource extends SourceAnswer {
  readonly base: { readonly self: Float64Array; readonly total: Float64Array };
  /** Whose text is shown. */
  readonly shownSide: ComparedFile['shownSide'];
  /** As the other side names it; '' = it has no such file. */
  readonly otherFile: string;
  readonly match: LineMatch;
  /** What the other side spent in lines that the shown text does not have. */
  readonly lost: { readonly lines: number; readonly self: number };
}

/** The text of a file with the change of each line. */
export const answerCompareSource: Query<CompareSourceRequest, ComparedSource> = async (
  exploration,
  request,
) => {
  const { base, after } = request;
  const ask = (scope: Scope, file: string): SourceAnswer => {
    const named = request.name === '' ? noFunction : functionOn(exploration, scope, request);
    return sourceOf(exploration, { ...named, scope, file });
  };
  const ofNew = ask(after, request.file);
  // What is gone has its file in the base alone.
  const isGone = ofNew.line.length === 0 && (request.file !== '' || ofNew.file === '');
  const wanted = isGone ? ask(base, request.file) : ofNew;
  if (wanted.file === '') return { ...wanted, ...nothingCompared(wanted) };
  const pair = compareFile(exploration, request, wanted.file, isGone ? 'base' : 'new');
  const otherScope = pair.shownSide === 'new' ? base : after;
  const shown = ask(pair.shownSide === 'new' ? after : base, pair.file);
  const other = pair.otherFile === '' ? null : ask(otherScope, pair.otherFile);
  const { scale } = exploration.compared(request, 'functions', 'total');
  const otherSide = pair.shownSide === 'new' ? 'base' : 'new';
  const lines = new ComparedLines();
  lines.add(pair.shownSide, shown, (line) => line, pair.shownSide === 'new' ? scale : 1);
  if (other !== null) {
    lines.add(otherSide, other, (line) => pair.shownLine(line), otherSide === 'new' ? scale : 1);
  }
  const whole = scopeTotal(exploration.scoped(after));
  return {
    ...shown,
    ...lines.finish(shown),
    whole: { value: whole.value * scale, samples: whole.samples },
    shownSide: pair.shownSide,
    otherFile: pair.otherFile,
    match: pair.match,
  };
};

const noFunction: NamedFunction = { name: '', module: '' };

function nothingCompared(
  shown: SourceAnswer,
): Pick<ComparedSource, 'base' | 'shownSide' | 'otherFile' | 'match' | 'lost'> {
  const none = (): Float64Array => new Float64Array(shown.line.length);
  return {
    base: { self: none(), total: none() },
    shownSide: 'new',
    otherFile: '',
    match: 'number',
    lost: { lines: 0, self: 0 },
  };
}

interface LineSums {
  self: number;
  total: number;
  selfSamples: number;
  totalSamples: number;
}

interface Sides {
  readonly base: LineSums;
  readonly new: LineSums;
  /** Of the function that was asked for, on either side. */
  isAsked: boolean;
}

function noSums(): LineSums {
  return { self: 0, total: 0, selfSamples: 0, totalSamples: 0 };
}

class ComparedLines {
  readonly #sums = new Map<number, Sides>();
  #lostLines = 0;
  #lostSelf = 0;

  add(
    side: 'base' | 'new',
    answer: SourceAnswer,
    toShown: (line: number) => number,
    scale: number,
  ): void {
    answer.line.forEach((line, row) => {
      const shown = toShown(line);
      const self = (answer.self[row] as number) * scale;
      if (shown <= 0) {
        this.#lostLines++;
        this.#lostSelf += self;
        return;
      }
      const at = this.#at(shown);
      if (answer.isAsked[row] === 1) at.isAsked = true;
      const sums = at[side];
      sums.self += self;
      sums.total += (answer.total[row] as number) * scale;
      sums.selfSamples += answer.selfSamples[row] as number;
      sums.totalSamples += answer.totalSamples[row] as number;
    });
  }

  #at(line: number): Sides {
    const known = this.#sums.get(line);
    if (known !== undefined) return known;
    const made = { base: noSums(), new: noSums(), isAsked: false };
    this.#sums.set(line, made);
    return made;
  }

  finish(
    shown: SourceAnswer,
  ): Pick<
    ComparedSource,
    | 'line'
    | 'self'
    | 'total'
    | 'selfSamples'
    | 'totalSamples'
    | 'base'
    | 'isAsked'
    | 'hotLine'
    | 'lost'
  > {
    const rows = [...this.#sums].sort((a, b) => a[0] - b[0]);
    const column = (side: 'base' | 'new', of: keyof LineSums): Float64Array =>
      Float64Array.from(rows, ([, sums]) => sums[side][of]);
    const asked = rows.filter(([, sums]) => sums.isAsked);
    const [hottest] = (asked.length > 0 ? asked : rows).toSorted(
      (a, b) => changeOf(b[1]) - changeOf(a[1]),
    );
    return {
      line: Int32Array.from(rows, ([line]) => line),
      self: column('new', 'self'),
      total: column('new', 'total'),
      selfSamples: column('new', 'selfSamples'),
      totalSamples: column('new', 'totalSamples'),
      base: { self: column('base', 'self'), total: column('base', 'total') },
      isAsked: Uint8Array.from(rows, ([, { isAsked }]) => (isAsked ? 1 : 0)),
      hotLine: hottest?.[0] ?? shown.hotLine,
      lost: { lines: this.#lostLines, self: this.#lostSelf },
    };
  }
}

/** A tiny part of the total decides between lines without cost of their own. */
function changeOf({ base, new: now }: Sides): number {
  return Math.abs(now.self - base.self) + Math.abs(now.total - base.total) * 1e-6;
}
