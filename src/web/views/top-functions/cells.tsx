import type { ComponentChildren, JSX } from 'preact';
import type { FunctionsAnswer } from '../../../explore/index.ts';
import { FamilySwatch } from '../../kit/family-swatch.tsx';
import { fewSamples, fewSamplesTip } from '../../kit/few-samples.ts';
import { FunctionName } from '../../kit/function-name.tsx';
import type { CellRoom } from '../../kit/grid/grid-props.ts';
import type { KeyFacts } from '../../kit/key-facts.ts';
import { KindWord } from '../../kit/kind-word.tsx';
import { MeasureBar } from '../../kit/measure-bar.tsx';
import { formatCount, formatShare, formatShareOrNothing, formatValue } from '../../kit/quantity.ts';

type RenderCell = (row: number, column: string, room: CellRoom) => ComponentChildren;

/** Draws the cells of an answer's rows in the order of `rows`. */
export function cellRenderer(
  answer: FunctionsAnswer,
  facts: KeyFacts,
  rows: Int32Array,
): RenderCell {
  const { whole, value } = answer;
  const longest = answer.total.reduce((most, total) => Math.max(most, total), 0);
  return (at, column, room) => {
    const row = rows[at] as number;
    const key = answer.key[row] as number;
    const [self, total] = [answer.self[row] as number, answer.total[row] as number];
    switch (column) {
      case 'name':
        return <NameCell facts={facts} of={key} room={room} />;
      case 'bar':
        return <MeasureBar self={self / longest} total={total / longest} />;
      case 'self':
        return <Share share={self / whole} samples={answer.selfSamples[row] as number} />;
      case 'self-value':
        return self === 0 ? '–' : formatValue(self, value.unit);
      case 'total':
        return <Share share={total / whole} samples={answer.totalSamples[row] as number} />;
      case 'total-value':
        return formatValue(total, value.unit);
      case 'samples':
        return <Samples count={answer.totalSamples[row] as number} />;
      case 'module':
        return <span title={facts.module(key)}>{facts.module(key)}</span>;
      case 'where':
        return <code title={facts.file(key)}>{facts.where(key)}</code>;
      default:
        return null;
    }
  };
}

interface NameCellProps {
  readonly facts: KeyFacts;
  readonly of: number;
  readonly room: CellRoom;
}

function NameCell({ facts, of, room }: NameCellProps): JSX.Element {
  const word = facts.kindWord(of, false);
  // The swatch and its gap are wide as three characters, the word counts with its own gap.
  const taken = 3 + (word === '' ? 0 : word.length + 1);
  return (
    <span class="top-functions-name">
      <FamilySwatch family={facts.family(of)} />
      <FunctionName name={facts.name(of)} characters={room.characters - taken} />
      <KindWord word={word} />
    </span>
  );
}

function Share({
  share,
  samples,
}: {
  readonly share: number;
  readonly samples: number;
}): JSX.Element {
  if (samples === 0 && share === 0) return <span>–</span>;
  const isFew = samples < fewSamples;
  return (
    <span
      class={isFew ? 'share-few' : 'grid-strong'}
      title={isFew ? fewSamplesTip(samples) : `${formatCount(samples)} samples`}
    >
      {formatShareOrNothing(share)}
    </span>
  );
}

function Samples({ count }: { readonly count: number }): JSX.Element {
  if (count >= fewSamples) return <span>{formatCount(count)}</span>;
  return (
    <span class="share-few" title={fewSamplesTip(count)}>
      few · {formatCount(count)}
    </span>
  );
}

/** A row for the clipboard. */
export function rowText(answer: FunctionsAnswer, facts: KeyFacts, row: number): string {
  const key = answer.key[row] as number;
  const { unit } = answer.value;
  const [self, total] = [answer.self[row] as number, answer.total[row] as number];
  return [
    facts.name(key),
    formatShare(self / answer.whole),
    formatValue(self, unit),
    formatShare(total / answer.whole),
    formatValue(total, unit),
    formatCount(answer.totalSamples[row] as number),
    facts.module(key),
    facts.where(key),
  ].join('\t');
}
