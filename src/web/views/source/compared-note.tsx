import type { JSX } from 'preact';
import type { ComparedSource } from '../../../explore/index.ts';
import { formatChange, formatCounted } from '../../kit/quantity.ts';

/** How the lines of both sides were brought together, and what found no place. */
export function ComparedNote({ answer }: { readonly answer: ComparedSource }): JSX.Element {
  return (
    <p class="code-note" role="note">
      {noteOf(answer)}
    </p>
  );
}

function noteOf(answer: ComparedSource): string {
  const { shownSide, otherFile, file, match, lost, unit } = answer;
  const other = shownSide === 'new' ? 'base' : 'new side';
  if (otherFile === '') {
    return shownSide === 'new'
      ? 'New: the base has no samples in this file.'
      : 'Gone: the new side has no samples in this file; its text is the base’s.';
  }
  const where = otherFile === file ? '' : ` The ${other} has it as ${otherFile}.`;
  const how = {
    same: 'Change per line: the text is the same on both sides.',
    text: `The text differs between the sides: lines of the ${other} are matched by their text; the ${shownSide === 'new' ? 'new side’s' : 'base’s'} is shown.`,
    number:
      'The text is not recorded on both sides: lines are matched by number, from where their function begins. If the file changed, they may be off.',
  }[match];
  const sign = shownSide === 'new' ? -1 : 1;
  const self = lost.self === 0 ? '' : `: ${formatChange(sign * lost.self, unit)} of their own`;
  const rest =
    lost.lines === 0
      ? ''
      : ` ${formatCounted(lost.lines, 'line')} of the ${other} ${lost.lines === 1 ? 'is' : 'are'} not in this text${self}.`;
  return `${how}${where}${rest}`;
}
