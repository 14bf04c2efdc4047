import { ToolError } from '../base/tool-error.ts';
import { demangle } from '../demangle/index.ts';
import type { ElfFile, SectionCodec } from '../object/index.ts';
import { svmaOfFileOffset } from '../object/load-segments.ts';
import type { Profile } from '../profile/index.ts';
import type { FileReply, NeedFile } from './need-file.ts';
import { openSymbolizer } from './open-symbolizer.ts';
import { ResolvedFrames } from './resolved-frames.ts';
import { type UnresolvedImage, unresolvedImages } from './unresolved-frames.ts';

export interface SymbolizeOptions {
  readonly codec: SectionCodec;
  /** Makes the name that people read; asked once per name. */
  readonly demangle?: (name: string) => string;
}

/**
 * The profile with functions, files, lines and inlined frames where its images have them. Asks for one
 * file after the other; whoever drives it answers from a disk, a server or a browser's file picker.
 * Frames that have a function already keep it.
 */
export function* symbolizeProfile(
  profile: Profile,
  options: SymbolizeOptions,
): Generator<NeedFile, Profile, FileReply> {
  const images = unresolvedImages(profile);
  if (images.length === 0) return profile;
  const frames = new ResolvedFrames(profile, options.demangle ?? demangle);
  for (const image of images) {
    if (image.kind === 'user' || image.kind === 'vdso') {
      yield* resolveImage(profile, image, frames, options);
    }
  }
  return frames.finish();
}

function* resolveImage(
  profile: Profile,
  image: UnresolvedImage,
  frames: ResolvedFrames,
  options: SymbolizeOptions,
): Generator<NeedFile, void, FileReply> {
  try {
    const opened = yield* openSymbolizer(image, options.codec);
    if ('problem' in opened) return;
    for (const frame of image.frames) {
      const svma = svmaOfFrame(profile, opened.elf, frame);
      if (svma === undefined) continue;
      const places = opened.symbolizer.places(svma);
      if (places.length > 0) frames.resolve(frame, places);
    }
  } catch (error) {
    // A damaged image costs its own names, not the profile.
    if (!(error instanceof ToolError)) throw error;
  }
}

/** Svma, by the file offset that was mapped there. */
function svmaOfFrame(profile: Profile, elf: ElfFile, frame: number): number | undefined {
  const mapping = profile.frames.mapping[frame] as number;
  const offset = Number(profile.mappings.offset[mapping]);
  return svmaOfFileOffset(elf, offset + (profile.frames.address[frame] as number));
}
