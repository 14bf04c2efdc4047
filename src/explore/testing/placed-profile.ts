import { type Profile, ProfileBuilder } from '../../profile/index.ts';
import { noLabels, none, type StackIndex } from '../../profile/tables.ts';

interface PlacedProfile {
  /**
   * A stack per line, root first, and how often it was seen: `main:main.c:30@1 grind:main.c:15@110 6`. A
   * frame is name:file:line@address; `+` before it says that it is inlined into the one before.
   */
  readonly samples: readonly string[];
  readonly sources: Readonly<Record<string, string>>;
  readonly code: readonly { readonly address: number; readonly bytes: readonly number[] }[];
}

/** A profile whose frames have places in source and in machine code; all of one image, `/bin/app`. */
export function placedProfile({ samples, sources, code }: PlacedProfile): Profile {
  const builder = new ProfileBuilder({ aggregate: true });
  const samplesType = builder.addValueType('samples', 'count');
  const mapping = builder.addMapping({ file: builder.string('/bin/app') });
  for (const line of samples) {
    const words = line.split(' ');
    const count = Number(words.pop());
    let stack: StackIndex = none;
    let inlineDepth = 0;
    for (const word of words) {
      const [, inlined = '', name = '', file = '', row = '', address = ''] =
        /^(\+?)(.*):(.*):(\d+)@(\d+)$/.exec(word) ?? [];
      inlineDepth = inlined === '+' ? inlineDepth + 1 : 0;
      const called = builder.addFunction({
        name: builder.string(name),
        file: builder.string(file),
      });
      const frame = builder.addFrame({
        function: called,
        mapping,
        line: Number(row),
        address: Number(address),
        inlineDepth,
      });
      stack = builder.addStack(stack, frame);
    }
    const row = builder.addSample(stack, none, noLabels);
    builder.samples.setCount(row, count);
    builder.samples.addValue(row, samplesType, count);
  }
  for (const [file, text] of Object.entries(sources)) {
    builder.addSource({ file: builder.string(file), text });
  }
  for (const { address, bytes } of code) {
    builder.addCode({ mapping, address, bytes: Uint8Array.from(bytes) });
  }
  return builder.finish();
}
