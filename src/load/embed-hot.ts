import type { OpenImage } from '../object/image-name.ts';
import type { Profile } from '../profile/index.ts';
import { hotCode } from './hot-code.ts';
import { hotSources } from './hot-sources.ts';

/**
 * The profile with the text and the instructions of what is hot, as far as this machine has them. What
 * the profile carries already is left alone: it is of the machine that recorded.
 */
export function embedHot(profile: Profile, openImage: OpenImage): Profile {
  return Object.freeze({
    ...profile,
    sources: profile.sources.length > 0 ? profile.sources : hotSources(profile),
    code: profile.code.length > 0 ? profile.code : hotCode(profile, openImage),
  });
}
