import type { JSX } from 'preact';
import { unreachable } from '../../../base/assert.ts';
import type { CodeSide, ComparedAssembly } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { SideChoice } from '../../kit/compare/side-choice.tsx';
import { formatCounted, formatValue } from '../../kit/quantity.ts';

interface ComparedCodeProps {
  readonly app: App;
  readonly answer: ComparedAssembly;
}

/** Whether both sides run the same code, and where not, whose is shown. */
export function ComparedCode({ app, answer }: ComparedCodeProps): JSX.Element {
  return (
    <div class="code-note">
      <p role="note">{noteOf(answer)}</p>
      {answer.match === 'different' ? <SideChoice app={app} /> : null}
    </div>
  );
}

function noteOf({ match, sides, shownSide, unit }: ComparedAssembly): string {
  const facts = (side: CodeSide): string =>
    `${formatCounted(side.instructions, 'instruction')}, ${formatCounted(side.sizeBytes, 'byte')}, self ${formatValue(side.self, unit)}`;
  switch (match) {
    case 'same':
      return 'Change per instruction: both sides run the same code.';
    case 'moved':
      return 'Change per instruction: both sides run the same instructions; addresses they refer to differ.';
    case 'different':
      return `The code differs, so instructions cannot be compared one by one. Base: ${facts(sides.base)}. New: ${facts(sides.new)}. Costs are of the ${shownSide === 'new' ? 'new side' : 'base'} alone.`;
    case 'one-side':
      return `Only the ${shownSide === 'new' ? 'new side' : 'base'} carries code of this function: costs are of that side alone.`;
    default:
      return unreachable(match);
  }
}
