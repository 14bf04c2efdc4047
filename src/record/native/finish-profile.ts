import { hotCode } from '../../load/hot-code.ts';
import { hotSources } from '../../load/hot-sources.ts';
import type { OpenImage } from '../../object/image-name.ts';
import { mappingKinds, type Profile, removeFrames, textAt } from '../../profile/index.ts';
import { throughSourceMaps } from '../sources/source-mapped.ts';
import { SourceMaps } from '../sources/source-maps.ts';
import { v8Plumbing } from './v8-plumbing-table.ts';

export interface FinishOptions {
  /** Put the source text and the instructions of hot functions into the profile. */
  readonly sources: boolean;
  /** Without it no instructions are kept. */
  readonly openImage?: OpenImage;
}

/**
 * What is done to a recording while the machine that made it is at hand: scripts get the names of
 * what they were made from, and what a reader elsewhere will want to see is put in.
 */
export function finishProfile(profile: Profile, options: FinishOptions): Profile {
  const maps = new SourceMaps();
  const named = withoutPlumbing(throughSourceMaps(profile, maps));
  if (!options.sources) return named;
  return Object.freeze({
    ...named,
    sources: hotSources(named, (file) => maps.contentOf(file)),
    code: options.openImage === undefined ? [] : hotCode(named, options.openImage),
  });
}

/** Without V8's own steps between functions; what they cost goes to their callers. */
export function withoutPlumbing(profile: Profile): Profile {
  const jit = mappingKinds.indexOf('jit');
  if (!profile.mappings.kind.includes(jit)) return profile;
  const { frames, functions } = profile;
  const isPlumbing = Uint8Array.from(functions.name, (name) =>
    Number(v8Plumbing.test(textAt(profile, name))),
  );
  const remove = Uint8Array.from(frames.function, (called) =>
    called < 0 ? 0 : (isPlumbing[called] as number),
  );
  return removeFrames(profile, remove, true);
}
