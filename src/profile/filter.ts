import { matchFrames } from './name-match.ts';
import { placeDepths } from './places.ts';
import { selectSamples, usedFrames } from './sample-selection.ts';
import { applyStackRewrite, droppedStack, removeFrames } from './stack-rewrite.ts';
import { StackWriter } from './stack-writer.ts';
import { TableExtension } from './table-extension.ts';
import type { FrameIndex, Profile } from './tables.ts';

/** The name filters of pprof (profile/filter.go); each looks at function, source file and image. */
export interface NameFilters {
  readonly focus?: RegExp;
  readonly ignore?: RegExp;
  readonly hide?: RegExp;
  readonly show?: RegExp;
}

export interface Filtered {
  readonly profile: Profile;
  /** The filters that matched nothing, in pprof's words: `Focus`, `Hide`. */
  readonly unmatched: readonly string[];
}

/**
 * Keeps the samples that pass through `focus` and not through `ignore`, then removes the frames
 * that match `hide` and those that do not match `show`. All four look at the profile as it came.
 * Samples without a stack pass none of them, as in pprof.
 */
export function filterByName(profile: Profile, filters: NameFilters): Filtered {
  const { focus, ignore, hide, show } = filters;
  if (focus === undefined && ignore === undefined && hide === undefined && show === undefined) {
    return { profile, unmatched: [] };
  }
  const used = usedFrames(profile);
  const unmatched: string[] = [];
  const match = (name: string, expression: RegExp | undefined): Uint8Array | undefined => {
    if (expression === undefined) return undefined;
    const found = matchFrames(profile, expression).any;
    if (!used.some((isUsed, frame) => isUsed === 1 && found[frame] === 1)) unmatched.push(name);
    return found;
  };
  const focused = match('Focus', focus);
  const ignored = match('Ignore', ignore);
  const hidden = match('Hide', hide);
  const shown = match('Show', show);
  const kept = keepPassing(profile, focused, ignored);
  const remove = new Uint8Array(profile.frames.length);
  for (let frame = 0; frame < remove.length; frame++) {
    // pprof's `show` also hides places without symbols, even when their image matches.
    const isShown =
      shown === undefined || (shown[frame] === 1 && (profile.frames.function[frame] ?? -1) >= 0);
    remove[frame] = hidden?.[frame] === 1 || !isShown ? 1 : 0;
  }
  return { profile: removeFrames(kept, remove), unmatched };
}

/** The samples that pass a focused frame (any frame without `focused`) and no ignored one. */
function keepPassing(
  profile: Profile,
  focused: Uint8Array | undefined,
  ignored: Uint8Array | undefined,
): Profile {
  const { stacks, samples } = profile;
  const { parent, frame } = stacks;
  const passes = new Uint8Array(stacks.length); // 1 = a focused frame, 2 = an ignored one
  for (let stack = 0; stack < stacks.length; stack++) {
    const up = parent[stack] as number;
    const at = frame[stack] as number;
    const above = up < 0 ? 0 : (passes[up] as number);
    const isFocused = focused === undefined ? 1 : (focused[at] as number);
    const isIgnored = ignored === undefined ? 0 : (ignored[at] as number) << 1;
    passes[stack] = above | isFocused | isIgnored;
  }
  const keep = Uint8Array.from(samples.stack, (stack) =>
    stack >= 0 && passes[stack] === 1 ? 1 : 0,
  );
  return selectSamples(profile, keep);
}

/**
 * Cuts off the callers of the outermost matching frame; samples without one are dropped. As in
 * pprof, a place whose inlined function matches loses the functions around it wherever it stands.
 */
export function showFrom(profile: Profile, expression: RegExp): Filtered {
  const { parent, frame, length } = profile.stacks;
  const match = matchFrames(profile, expression);
  const outermost = placeDepths(profile, match.byFunction, 'outermost');
  const writer = new StackWriter(length);
  const extension = new TableExtension(profile);
  const end = new Int32Array(length);
  for (let stack = 0; stack < length; stack++) {
    const up = parent[stack] as number;
    const at = frame[stack] as number;
    const above = up < 0 ? droppedStack : (end[up] as number);
    const depth = profile.frames.inlineDepth[at] as number;
    // How many functions around the outermost match of this place are cut off.
    const cut = match.byMapping[at] === 1 ? 0 : Math.max(0, outermost[at] as number);
    const isShown = above !== droppedStack || match.any[at] === 1;
    if (!isShown || depth < cut) {
      end[stack] = above;
      continue;
    }
    const kept =
      cut === 0 ? at : extension.deriveFrame(at as FrameIndex, { inlineDepth: depth - cut });
    end[stack] = writer.add(Math.max(-1, above), kept);
  }
  const shown = applyStackRewrite(profile, {
    stacks: writer.finish(),
    end,
    endOfNoStack: droppedStack,
    tables: extension.tables(),
  });
  const found = shown.samples.length > 0;
  return { profile: shown, unmatched: found ? [] : ['ShowFrom'] };
}
