import { compileExpression } from './expression.ts';
import { matchFunctionNames } from './name-match.ts';
import { placeDepths } from './places.ts';
import { applyStackRewrite } from './stack-rewrite.ts';
import { StackWriter } from './stack-writer.ts';
import type { Profile } from './tables.ts';

const bracketOrReserved = /\(anonymous namespace\)|operator\(\)|\(/g;

/** pprof's simplifyFunc: without a leading dot (PPC ELF v1) and without the argument list. */
export function simplifyFunctionName(name: string): string {
  const bare = name.startsWith('.') ? name.slice(1) : name;
  for (const found of bare.matchAll(bracketOrReserved)) {
    if (found[0] === '(') return bare.slice(0, found.index);
  }
  return bare;
}

/**
 * Ends every stack at its innermost frame whose simplified function name matches: what it called
 * becomes its own cost. As in pprof, a place where a function matches loses what was inlined into
 * it wherever it stands.
 */
export function pruneFrom(profile: Profile, expression: RegExp): Profile {
  const matches = matchFunctionNames(
    profile,
    (name) => name !== '' && expression.test(simplifyFunctionName(name)),
  );
  const { parent, frame, length } = profile.stacks;
  const innermost = placeDepths(profile, matches, 'innermost');
  const writer = new StackWriter(length);
  const path = new Int32Array(length);
  const end = new Int32Array(length).fill(-1); // -1 = no match on the way
  for (let stack = 0; stack < length; stack++) {
    const up = parent[stack] as number;
    const at = frame[stack] as number;
    const above = up < 0 ? -1 : (path[up] as number);
    const deepest = innermost[at] as number;
    const inside = deepest >= 0 && (profile.frames.inlineDepth[at] as number) > deepest;
    path[stack] = inside ? above : writer.add(above, at);
    if (matches[at] === 1) end[stack] = path[stack] as number;
    else if (up >= 0) end[stack] = end[up] as number;
  }
  for (let stack = 0; stack < length; stack++) {
    if (end[stack] === -1) end[stack] = path[stack] as number;
  }
  return applyStackRewrite(profile, { stacks: writer.finish(), end });
}

/**
 * Cuts what the profile itself calls uninteresting (`drop_frames` unless `keep_frames`): from the
 * first such frame below some other frame on, the rest of the stack goes. pprof does so to every
 * file it opens.
 */
export function pruneUninteresting(profile: Profile): Profile {
  const { dropFrames, keepFrames } = profile.meta;
  if (dropFrames === '') return profile;
  const drop = compileExpression(`^(?:${dropFrames})$`, 'drop_frames of the profile');
  const keep =
    keepFrames === ''
      ? undefined
      : compileExpression(`^(?:${keepFrames})$`, 'keep_frames of the profile');
  const matches = matchFunctionNames(profile, (name) => {
    const simple = simplifyFunctionName(name);
    return name !== '' && drop.test(simple) && keep?.test(simple) !== true;
  });
  return cutAtMatches(profile, matches);
}

function cutAtMatches(profile: Profile, matches: Uint8Array): Profile {
  const { parent, frame, length } = profile.stacks;
  const outermost = placeDepths(profile, matches, 'outermost');
  const writer = new StackWriter(length);
  const end = new Int32Array(length);
  const state = new Uint8Array(length); // 1 = something of the user's seen, 2 = cut here
  for (let stack = 0; stack < length; stack++) {
    const up = parent[stack] as number;
    const at = frame[stack] as number;
    const above = up < 0 ? -1 : (end[up] as number);
    const seen = up < 0 ? 0 : (state[up] as number);
    const first = outermost[at] as number;
    const depth = profile.frames.inlineDepth[at] as number;
    const trimmed = first > 0 && depth >= first; // the inlined part that matches always goes
    const whole = first === 0 && seen === 1;
    state[stack] = seen === 2 || whole || (trimmed && seen === 1) ? 2 : first < 0 ? 1 : seen;
    end[stack] = state[stack] === 2 || trimmed ? above : writer.add(above, at);
  }
  return applyStackRewrite(profile, { stacks: writer.finish(), end });
}
