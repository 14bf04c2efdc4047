import type { ComponentChildren, JSX } from 'preact';
import { formatPValue } from '../../../base/quantity.ts';
import { type CompareAnswer, diffStatuses, type NameList } from '../../../explore/index.ts';
import { FunctionName } from '../function-name.tsx';
import type { CellRoom } from '../grid/grid-props.ts';
import { formatChange, formatRatio, formatValue, nothing } from '../quantity.ts';
import { ChangeBar } from './change-bar.tsx';
import { changeClass } from './change-class.ts';
import { changeOf, isNoise, isReal } from './compared-rows.ts';
import './compared.css';

export interface ComparedNames {
  readonly names: NameList;
  readonly modules: NameList;
}

/** The cells of a comparison: `rows` are rows of the answer in the order shown. */
export function comparedCells(
  answer: CompareAnswer,
  { names, modules }: ComparedNames,
  rows: Int32Array,
): (at: number, column: string, room: CellRoom) => ComponentChildren {
  const { unit } = answer;
  const longest = largestChange(answer);
  const sideText = (value: number): string => (value === 0 ? nothing : formatValue(value, unit));
  return (at, column, room) => {
    const row = rows[at] ?? -1;
    const [base = 0, after = 0] = [answer.base[row], answer.after[row]];
    const change = after - base;
    switch (column) {
      case 'name':
        return <Name answer={answer} name={names.at(row)} row={row} room={room} />;
      case 'base':
        return sideText(base);
      case 'new':
        return sideText(after);
      case 'change':
        return (
          <span class={changeClass(isNoise(answer, row) ? 0 : change)}>
            {formatChange(change, unit)}
          </span>
        );
      case 'bar':
        return <ChangeBar share={change / longest} isReal={isReal(answer, row)} />;
      case 'ratio':
        return base === 0 || after === 0 ? nothing : formatRatio(base, after);
      case 'confidence':
        return <Confidence answer={answer} row={row} />;
      default:
        return modules.at(row);
    }
  };
}

function Name(props: {
  readonly answer: CompareAnswer;
  readonly name: string;
  readonly row: number;
  readonly room: CellRoom;
}): JSX.Element {
  const status = diffStatuses[props.answer.status[props.row] as number];
  const word = status === 'new' ? 'new' : status === 'removed' ? 'gone' : '';
  return (
    <>
      <FunctionName name={props.name} characters={props.room.characters - word.length - 1} />
      {word === '' ? null : <span class="compared-quiet"> {word}</span>}
    </>
  );
}

function Confidence({ answer, row }: { answer: CompareAnswer; row: number }): JSX.Element {
  if (!isReal(answer, row)) {
    const word = isNoise(answer, row) ? 'within noise' : 'too few samples';
    return <span class="compared-quiet">{word}</span>;
  }
  const margin = formatValue(answer.margin[row] as number, answer.unit);
  return (
    <>
      <span class="compared-quiet">±{margin}</span> {formatPValue(answer.pValue[row] as number)}
    </>
  );
}

/** Bars are shares of the largest change. */
function largestChange(answer: CompareAnswer): number {
  let largest = 0;
  for (let row = 0; row < answer.length; row++) {
    largest = Math.max(largest, Math.abs(changeOf(answer, row)));
  }
  return largest === 0 ? 1 : largest;
}

/** A row as it is copied. */
export function comparedText(answer: CompareAnswer, names: NameList, row: number): string {
  const { unit } = answer;
  const sides = [answer.base, answer.after].map((side) => formatValue(side[row] as number, unit));
  return [names.at(row), ...sides, formatChange(changeOf(answer, row), unit)].join('\t');
}
