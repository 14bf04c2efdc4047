import { counted } from './quantity.ts';

/** Where something was measured. It names no host: results are shown to others. */
export interface Machine {
  /** The model of its processors; '' = not known. */
  readonly processor: string;
  readonly processors: number;
  /** Name and release: `Linux 6.1.0`. */
  readonly kernel: string;
  /** The version of Plateau that measured. */
  readonly version: string;
}

/** In what machines differ from the first, in words: empty where they are alike. */
export function unlikeMachines([first, ...others]: readonly Machine[]): string[] {
  if (first === undefined) return [];
  const found = others.flatMap((other) => [
    ...changed(first.processor, other.processor),
    ...changed(processorsText(first), processorsText(other)),
    ...changed(first.kernel, other.kernel),
  ]);
  return [...new Set(found)];
}

function changed(before: string, after: string): string[] {
  return before === after || before === '' || after === '' ? [] : [`${before} against ${after}`];
}

function processorsText({ processors }: Machine): string {
  return processors === 0 ? '' : counted(processors, 'processor');
}
