import { readPreference, writePreference } from '../preference.ts';

/** What a person made of the columns of a grid, by its name; kept on this machine. */
export function readWidths(grid: string): ReadonlyMap<string, number> {
  const text = readPreference(`columns.${grid}`) ?? '';
  const pairs = text.split(' ').flatMap((pair): [string, number][] => {
    const [, column = '', width = ''] = /^([\w-]+)=(\d{2,4})$/.exec(pair) ?? [];
    return column === '' ? [] : [[column, Number(width)]];
  });
  return new Map(pairs);
}

export function writeWidths(grid: string, widths: ReadonlyMap<string, number>): void {
  const text = Array.from(widths, ([column, width]) => `${column}=${Math.round(width)}`).join(' ');
  writePreference(`columns.${grid}`, text);
}
