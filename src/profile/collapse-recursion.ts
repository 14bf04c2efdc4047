import { applyStackRewrite } from './stack-rewrite.ts';
import { walkStacks } from './stack-walk.ts';
import { StackWriter } from './stack-writer.ts';
import type { Profile } from './tables.ts';

/** In `replaced`: the stack went on from an earlier entry, nothing was put on the path. */
const folded = -2;

/**
 * Folds recursion: where a function is entered again, the stack goes on from its outermost entry,
 * so `a f b f c` becomes `a f c`. Direct and indirect recursion alike; cost stays where it was
 * spent.
 *
 * One depth-first walk. `entry[f]` is the new stack on which f was last entered; it is on the
 * current path exactly if the path at its depth is still that stack, so nothing has to be searched.
 */
export function collapseRecursion(profile: Profile, test: (name: string) => boolean): Profile {
  const { stacks, frames, functions, strings } = profile;
  const eligible = Uint8Array.from(functions.name, (name) => (test(strings[name] ?? '') ? 1 : 0));
  const writer = new StackWriter(stacks.length);
  const end = new Int32Array(stacks.length);
  const depthOf = new Int32Array(stacks.length); // by new stack
  const entry = new Int32Array(functions.length).fill(-1);
  const path: number[] = [];
  const replaced = new Int32Array(stacks.length); // what stood at this depth of the path
  const outerEntry = new Int32Array(stacks.length);
  walkStacks(stacks, {
    enter(stack, up) {
      const at = stacks.frame[stack] as number;
      const called = frames.function[at] as number;
      const above = up < 0 ? -1 : (end[up] as number);
      const depth = above < 0 ? 0 : (depthOf[above] as number) + 1;
      const known = called < 0 || eligible[called] === 0 ? -1 : (entry[called] as number);
      const knownDepth = known < 0 ? depth : (depthOf[known] as number);
      if (knownDepth < depth && path[knownDepth] === known) {
        end[stack] = known;
        replaced[stack] = folded;
        return;
      }
      const added = writer.add(above, at);
      end[stack] = added;
      depthOf[added] = depth;
      replaced[stack] = path[depth] ?? -1;
      path[depth] = added;
      if (called < 0) return;
      outerEntry[stack] = entry[called] as number;
      entry[called] = added;
    },
    leave(stack) {
      if (replaced[stack] === folded) return;
      path[depthOf[end[stack] as number] as number] = replaced[stack] as number;
      const called = frames.function[stacks.frame[stack] as number] as number;
      if (called >= 0) entry[called] = outerEntry[stack] as number;
    },
  });
  return applyStackRewrite(profile, { stacks: writer.finish(), end });
}
