import { ownValue } from '../../base/own-value.ts';

/** What one value of a parameter gave. */
export interface LinePoint {
  /** Index of the command. */
  readonly series: number;
  /** The value as a number, or its place in the list where values are words. */
  readonly at: number;
}

export interface ParameterLine {
  /** The command with the parameter left open, and its other parameters. */
  readonly name: string;
  readonly points: readonly LinePoint[];
}

export interface ParameterLines {
  readonly parameter: string;
  readonly isNumeric: boolean;
  /** Values in order, as they were written. */
  readonly values: readonly string[];
  readonly lines: readonly ParameterLine[];
}

interface Parametrised {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The parameters that have more than one value, and so make a line. */
export function varyingParameters(series: readonly Parametrised[]): string[] {
  const names = [...new Set(series.flatMap(({ parameters }) => Object.keys(parameters)))];
  return names.filter(
    (name) => new Set(series.map((each) => ownValue(each.parameters, name))).size > 1,
  );
}

/**
 * Commands that differ only in this parameter are points of one line. Saved results do not say which commands
 * came of one word of the command line; but each word was given every combination of values once, so the second
 * command with the same values belongs to the second word.
 */
export function parameterLines(series: readonly Parametrised[], parameter: string): ParameterLines {
  const seen = new Map<string, number>();
  const lines = new Map<string, Having[]>();
  for (const [index, { name, parameters }] of series.entries()) {
    const value = ownValue(parameters, parameter);
    if (value === undefined) continue;
    const all = JSON.stringify(sortedEntries(parameters));
    const word = seen.get(all) ?? 0;
    seen.set(all, word + 1);
    const others = sortedEntries(parameters).filter(([key]) => key !== parameter);
    const key = JSON.stringify([word, others]);
    lines.set(key, [...(lines.get(key) ?? []), { index, name, value, others }]);
  }
  const written = [...new Set([...lines.values()].flat().map(({ value }) => value))];
  const isNumeric = written.every((value) => value.trim() !== '' && Number.isFinite(Number(value)));
  const values = isNumeric ? written.sort((a, b) => Number(a) - Number(b)) : written;
  return {
    parameter,
    isNumeric,
    values,
    lines: [...lines.values()].map((having) => ({
      name: lineName(having, parameter),
      points: having
        .map(({ index, value }) => ({
          series: index,
          at: isNumeric ? Number(value) : values.indexOf(value),
        }))
        .sort((a, b) => a.at - b.at),
    })),
  };
}

interface Having {
  readonly index: number;
  readonly name: string;
  readonly value: string;
  readonly others: readonly (readonly [string, string])[];
}

function sortedEntries(parameters: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** `./app -j 1` and `./app -j 2` are `./app -j {n}`; other parameters stand behind. */
function lineName(having: readonly Having[], parameter: string): string {
  const [first] = having;
  if (first === undefined) return '';
  const open = openName(having, parameter) ?? first.name;
  if (first.others.length === 0) return open;
  return `${open} (${first.others.map(([key, given]) => `${key}=${given}`).join(', ')})`;
}

/** The name with the value taken out at the place where that fits all of them. */
function openName(having: readonly Having[], parameter: string): string | undefined {
  const [first] = having;
  if (first === undefined || first.value === '') return undefined;
  const { name, value } = first;
  for (let at = name.lastIndexOf(value); at >= 0; ) {
    const [before, after] = [name.slice(0, at), name.slice(at + value.length)];
    if (having.every((each) => each.name === `${before}${each.value}${after}`)) {
      return `${before}{${parameter}}${after}`;
    }
    at = at === 0 ? -1 : name.lastIndexOf(value, at - 1);
  }
  return undefined;
}
