import { ProfileBuilder } from '../builder.ts';
import { frameName, framesOf } from '../frame-names.ts';
import { noLabels, none, type Profile, type StackIndex } from '../tables.ts';

/**
 * A profile from a picture: columns are samples, rows are frames, the root on top.
 *
 *     main   main   main
 *     parse  parse  eval
 *     read
 *
 * A number in a column's last row gives the sample its value; without one it is 1. A name may carry
 * its image as `name@libc.so`.
 */
export function profileFromPicture(picture: string): Profile {
  const builder = new ProfileBuilder();
  const type = builder.addValueType('samples', 'count');
  for (const column of columnsOf(picture)) {
    const last = column.at(-1) ?? '';
    const weighted = /^\d+(\.\d+)?$/.test(last);
    const stack = addPath(builder, weighted ? column.slice(0, -1) : column);
    const row = builder.addSample(stack, none, noLabels);
    builder.samples.addValue(row, type, weighted ? Number(last) : 1);
  }
  return builder.finish();
}

export function addPath(builder: ProfileBuilder, names: readonly string[]): StackIndex {
  let stack: StackIndex = none;
  for (const text of names) {
    const [name = '', image] = text.split('@');
    const called = builder.addFunction({ name: builder.string(name) });
    const mapping =
      image === undefined ? none : builder.addMapping({ file: builder.string(image) });
    stack = builder.addStack(stack, builder.addFrame({ function: called, mapping }));
  }
  return stack;
}

function columnsOf(picture: string): string[][] {
  const lines = picture.split('\n').filter((line) => line.trim() !== '');
  const starts = Array.from((lines[0] ?? '').matchAll(/\S+/g), (match) => match.index);
  return starts.map((start, column) =>
    lines
      .map((line) => line.slice(start, starts[column + 1] ?? line.length).trim())
      .filter((cell) => cell !== ''),
  );
}

/** The samples as folded lines in their order: `main;parse 2`. */
export function foldedPicture(profile: Profile, valueType = 0): string {
  const { samples } = profile;
  const lines: string[] = [];
  for (let row = 0; row < samples.length; row++) {
    const frames = framesOf(profile, samples.stack[row] as StackIndex);
    const path = frames.map((frame) => frameName(profile, frame)).join(';');
    lines.push(`${path} ${samples.values[valueType]?.[row] ?? 0}`);
  }
  return lines.join('\n');
}
