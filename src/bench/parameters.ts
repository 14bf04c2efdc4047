import { ToolError } from '../base/tool-error.ts';

/** `--parameter NAME=a,b,c` or `NAME=1..8` (also `1..8..2`). */
export interface Parameter {
  readonly name: string;
  readonly values: readonly string[];
}

const mostValues = 10_000;

export function parseParameter(text: string): Parameter {
  const match = /^([A-Za-z_][\w-]*)=(.+)$/s.exec(text);
  if (match === null) {
    throw new ToolError('usage', `--parameter ${text}: it has no name and values`, {
      hint: '--parameter threads=1..8, or --parameter size=small,large',
    });
  }
  const [, name = '', list = ''] = match;
  return { name, values: rangeOf(list) ?? list.split(',') };
}

function rangeOf(text: string): string[] | undefined {
  const match = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?:\.\.(\d+(?:\.\d+)?))?$/.exec(text);
  if (match === null) return undefined;
  const [from, to, step] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 1)];
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  if (!(count >= 1 && count <= mostValues)) {
    throw new ToolError('usage', `--parameter …=${text}: not between 1 and ${mostValues} values`, {
      hint: '--parameter n=1..8, or n=0..1..0.25 with a step',
    });
  }
  const places = Math.max(decimalPlaces(match[1]), decimalPlaces(match[3]));
  return Array.from({ length: count }, (_, at) => (from + at * step).toFixed(places));
}

function decimalPlaces(text: string | undefined): number {
  return /\.(\d+)$/.exec(text ?? '')?.[1]?.length ?? 0;
}

/** Every combination of the parameters' values; one empty one without parameters. */
export function combinations(parameters: readonly Parameter[]): Record<string, string>[] {
  return parameters.reduce<Record<string, string>[]>(
    (sets, { name, values }) =>
      sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value }))),
    [{}],
  );
}

/** Puts values in place of `{name}`; other braces stay. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([A-Za-z_][\w-]*)\}/g, (whole, name: string) => values[name] ?? whole);
}
