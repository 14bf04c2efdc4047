import { ToolError } from '../base/tool-error.ts';
import { applyStackRewrite } from './stack-rewrite.ts';
import { StackWriter } from './stack-writer.ts';
import type { Profile } from './tables.ts';

/** An inverted tree shares little: a deep recursion of n stacks may need n² rows. */
const mostStacks = 2 ** 26;

/** Every stack turned around, the leaf becoming the root. Views that only look invert lazily. */
export function invertStacks(profile: Profile): Profile {
  const { parent, frame, length } = profile.stacks;
  const writer = new StackWriter(length);
  const end = new Int32Array(length).fill(-1);
  const wanted = new Uint8Array(length);
  for (const column of [profile.samples.stack, profile.markers.stack]) {
    for (let row = 0; row < column.length; row++)
      if ((column[row] as number) >= 0) wanted[column[row] as number] = 1;
  }
  let walked = 0;
  for (let stack = 0; stack < length; stack++) {
    if (wanted[stack] === 0) continue;
    let turned = -1;
    for (let at = stack; at >= 0; at = parent[at] as number) {
      turned = writer.add(turned, frame[at] as number);
      if (++walked > mostStacks) {
        throw new ToolError('too-large', 'the inverted stacks do not fit in memory', {
          hint: 'collapse recursion first: --transform recursion --transform invert',
        });
      }
    }
    end[stack] = turned;
  }
  return applyStackRewrite(profile, { stacks: writer.finish(), end });
}
