import type { JSX } from 'preact';
import type { AssemblyAnswer, AssemblyLoop } from '../../../explore/index.ts';

/** Deeper loops share the last lane. */
const mostLanes = 4;
const laneWidth = 9;

interface LoopCellProps {
  readonly answer: AssemblyAnswer;
  readonly instruction: number;
  /** A line of source above its instruction: nothing begins or ends there. */
  readonly isBetween: boolean;
  /** The selected instruction: its jump is drawn as an arrow. */
  readonly selected: number;
}

/** Brackets of the loops around an instruction, outermost first, and the arrow of the selected jump. */
export function LoopCell(props: LoopCellProps): JSX.Element {
  const { answer, instruction, isBetween } = props;
  const around = answer.loops.filter(
    ({ first, last }) =>
      (isBetween ? first < instruction : first <= instruction) && instruction <= last,
  );
  return (
    <span class="assembly-loops" aria-hidden="true">
      {around.map((loop) => (
        <i
          key={`${loop.first} ${loop.depth}`}
          class={bracketClass(loop, instruction, isBetween)}
          style={{ left: `${(Math.min(loop.depth, mostLanes) - 1) * laneWidth}px` }}
        />
      ))}
      <JumpPart {...props} />
    </span>
  );
}

function bracketClass(loop: AssemblyLoop, row: number, isBetween: boolean): string {
  const parts = ['assembly-bracket'];
  if (loop.isInnermost) parts.push('assembly-innermost');
  if (!isBetween && row === loop.first) parts.push('assembly-first');
  if (!isBetween && row === loop.last) parts.push('assembly-last');
  return parts.join(' ');
}

function JumpPart({ answer, instruction, isBetween, selected }: LoopCellProps): JSX.Element | null {
  const target = selected < 0 ? -1 : (answer.targetRow[selected] as number);
  if (target < 0) return null;
  const [from, to] = selected < target ? [selected, target] : [target, selected];
  const isInside = isBetween
    ? instruction > from && instruction <= to
    : instruction >= from && instruction <= to;
  if (!isInside) return null;
  const parts = ['assembly-jump'];
  if (!isBetween && instruction === from) parts.push('assembly-jump-top');
  if (!isBetween && instruction === to) parts.push('assembly-jump-bottom');
  if (!isBetween && instruction === target) parts.push('assembly-jump-target');
  return <i class={parts.join(' ')} />;
}
