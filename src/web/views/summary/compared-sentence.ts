import { type CompareAnswer, NameList } from '../../../explore/index.ts';
import { changeOf, isReal } from '../../kit/compare/compared-rows.ts';
import { formatChange, formatRatio, formatValue } from '../../kit/quantity.ts';

/** A comparison in a sentence; functions are their rows in the answer. */
export type ComparedPart = string | { readonly row: number; readonly name: string };

/** How many functions the sentence names. */
const mostNamed = 2;

/** What became of the whole, and of the functions that changed most beyond chance. `whole` is its noun. */
export function comparedSentence(answer: CompareAnswer, whole: string): readonly ComparedPart[] {
  const { totals, unit, judged } = answer;
  const noun = whole.charAt(0).toUpperCase() + whole.slice(1);
  const change = totals.new - totals.base;
  const verb = change === 0 ? 'stayed' : change > 0 ? 'grew' : 'shrank';
  const sides = `${formatValue(totals.base, unit)} to ${formatValue(totals.new, unit)}`;
  const ratio = totals.base === 0 ? '' : `, ${formatRatio(totals.base, totals.new)}`;
  const first =
    change === 0
      ? `${noun} ${verb} at ${formatValue(totals.base, unit)}.`
      : `${noun} ${verb} from ${sides}${ratio}.`;
  const named = changedMost(answer);
  if (named.length === 0) {
    return [
      first,
      judged
        ? ' No function changed beyond chance.'
        : ' Too few samples to tell change from chance.',
    ];
  }
  const names = new NameList(answer.names);
  return [
    `${first} Most changed: `,
    ...named.flatMap((row, at): ComparedPart[] => [
      ...(at === 0 ? [] : [', ']),
      { row, name: names.at(row) },
      ` ${formatChange(changeOf(answer, row), unit)}`,
    ]),
    '.',
  ];
}

function changedMost(answer: CompareAnswer): number[] {
  return Array.from({ length: answer.length }, (_, row) => row)
    .filter((row) => isReal(answer, row) && changeOf(answer, row) !== 0)
    .sort((a, b) => Math.abs(changeOf(answer, b)) - Math.abs(changeOf(answer, a)))
    .slice(0, mostNamed);
}
