import { unreachable } from '../base/assert.ts';
import { ToolError } from '../base/tool-error.ts';
import { collapseModule } from './collapse-module.ts';
import { collapseRecursion } from './collapse-recursion.ts';
import { compileExpression } from './expression.ts';
import { frameName } from './frame-names.ts';
import { invertStacks } from './invert.ts';
import { onlyMyCode } from './my-code.ts';
import { matchFrames, matchFunctionNames } from './name-match.ts';
import { renameFunctions } from './rename.ts';
import { selectSamples } from './sample-selection.ts';
import { applyStackRewrite, droppedStack, removeFrames } from './stack-rewrite.ts';
import { StackWriter } from './stack-writer.ts';
import type { FrameIndex, Profile } from './tables.ts';

export type Transform = (profile: Profile) => Profile;

/** The words of `--transform`, with the form of each. */
export const transformForms = {
  focus: 'focus:F',
  subtree: 'subtree:F/F',
  merge: 'merge:F',
  drop: 'drop:F',
  recursion: 'recursion[:F]',
  module: 'module:M',
  hide: 'hide:RE',
  rename: 'rename:/re/new/',
  invert: 'invert',
  mine: 'mine',
} as const;

type Word = keyof typeof transformForms;

/** A step such as `focus:main` or `rename:/<.*>//`; a function is an exact name or `/regex/`. */
export function parseTransform(text: string): Transform {
  const split = text.indexOf(':');
  const word = split < 0 ? text : text.slice(0, split);
  const rest = split < 0 ? '' : text.slice(split + 1);
  if (!(word in transformForms)) throw badTransform(text, 'no such step');
  const known = word as Word;
  const needsArgument = !['recursion', 'invert', 'mine'].includes(known);
  if (needsArgument && rest === '')
    throw badTransform(text, `it is written ${transformForms[known]}`);
  return transformOf(known, rest, text);
}

function transformOf(word: Word, rest: string, text: string): Transform {
  switch (word) {
    case 'focus': {
      const test = nameTest(rest, text);
      return (profile) => focusPath(profile, [test]);
    }
    case 'subtree': {
      const tests = rest.split(rest.includes(';') ? ';' : '/').map((name) => nameTest(name, text));
      if (tests.length > longestPath)
        throw badTransform(text, `more than ${longestPath} functions`);
      return (profile) => focusPath(profile, tests);
    }
    case 'merge': {
      const test = nameTest(rest, text);
      return (profile) => removeFrames(profile, matchShownNames(profile, test), true);
    }
    case 'drop': {
      const test = nameTest(rest, text);
      return (profile) => dropFunction(profile, test);
    }
    case 'recursion': {
      const test = rest === '' ? () => true : nameTest(rest, text);
      return (profile) => collapseRecursion(profile, test);
    }
    case 'module': {
      const test = nameTest(rest, text);
      return (profile) => collapseModule(profile, test);
    }
    case 'hide': {
      const expression = compileExpression(rest, `transform ${text}`);
      return (profile) => removeFrames(profile, matchFrames(profile, expression).any, true);
    }
    case 'rename': {
      const { expression, replacement } = parseRename(rest, text);
      return (profile) => renameFunctions(profile, expression, replacement);
    }
    case 'invert':
      return invertStacks;
    case 'mine':
      return (profile) => onlyMyCode(profile, rest === '' ? undefined : rest.split(','));
    default:
      return unreachable(word);
  }
}

/** One bit per function of a path, in a 32-bit integer whose sign is left alone. */
const longestPath = 30;

/**
 * Re-roots the profile at the end of the outermost place where these functions call each other in
 * a row; samples without one are dropped. Shift-and search: bit i of `reached` says that the last
 * i + 1 frames are the first i + 1 functions.
 */
export function focusPath(profile: Profile, path: readonly ((name: string) => boolean)[]): Profile {
  const { parent, frame, length } = profile.stacks;
  const masks = new Int32Array(profile.frames.length);
  path.forEach((test, position) => {
    const matches = matchShownNames(profile, test);
    for (let at = 0; at < masks.length; at++)
      masks[at] = (masks[at] as number) | ((matches[at] as number) << position);
  });
  const whole = 1 << (path.length - 1);
  const reached = new Int32Array(length);
  const end = new Int32Array(length);
  const writer = new StackWriter(length);
  for (let stack = 0; stack < length; stack++) {
    const up = parent[stack] as number;
    const at = frame[stack] as number;
    const before = up < 0 ? 0 : (reached[up] as number);
    reached[stack] = ((before << 1) | 1) & (masks[at] as number);
    const above = up < 0 ? droppedStack : (end[up] as number);
    if (above !== droppedStack) end[stack] = writer.add(above, at);
    else
      end[stack] = ((reached[stack] as number) & whole) === 0 ? droppedStack : writer.add(-1, at);
  }
  const stacks = writer.finish();
  return applyStackRewrite(profile, { stacks, end, endOfNoStack: droppedStack });
}

/** Removes the samples that pass through the function. */
export function dropFunction(profile: Profile, test: (name: string) => boolean): Profile {
  const matches = matchShownNames(profile, test);
  const { parent, frame, length } = profile.stacks;
  const passes = new Uint8Array(length);
  for (let stack = 0; stack < length; stack++) {
    const up = parent[stack] as number;
    const above = up < 0 ? 0 : (passes[up] as number);
    passes[stack] = above | (matches[frame[stack] as number] as number);
  }
  const keep = Uint8Array.from(profile.samples.stack, (stack) =>
    stack >= 0 && passes[stack] === 1 ? 0 : 1,
  );
  return selectSamples(profile, keep);
}

/** Per frame: 1 = what it is shown as satisfies the test: frames without a function by their image. */
function matchShownNames(profile: Profile, test: (name: string) => boolean): Uint8Array {
  const matches = matchFunctionNames(profile, test);
  const { frames } = profile;
  const known = new Map<number, number>();
  for (let frame = 0; frame < frames.length; frame++) {
    if ((frames.function[frame] as number) >= 0) continue;
    const mapping = frames.mapping[frame] as number;
    const found = known.get(mapping) ?? (test(frameName(profile, frame as FrameIndex)) ? 1 : 0);
    known.set(mapping, found);
    matches[frame] = found;
  }
  return matches;
}

function nameTest(text: string, step: string): (name: string) => boolean {
  if (text.length > 2 && text.startsWith('/') && text.endsWith('/')) {
    const expression = compileExpression(text.slice(1, -1), `transform ${step}`);
    return (name) => expression.test(name);
  }
  return (name) => name === text;
}

/** `/expression/replacement/`, with any character instead of the slash. */
function parseRename(rest: string, step: string): { expression: RegExp; replacement: string } {
  const mark = rest[0] ?? '';
  const [empty, source, replacement, end, ...more] = rest.split(mark);
  if (
    empty !== '' ||
    source === undefined ||
    source === '' ||
    replacement === undefined ||
    more.length > 0 ||
    (end ?? '') !== ''
  ) {
    throw badTransform(step, `it is written ${transformForms.rename}`);
  }
  const once = compileExpression(source, `transform ${step}`);
  return { expression: new RegExp(once.source, `${once.flags}g`), replacement };
}

function badTransform(text: string, why: string): ToolError {
  return new ToolError('usage', `transform ${text}: ${why}`, {
    hint: `one of ${Object.values(transformForms).join(', ')}; F is a function's name or /regex/`,
  });
}
