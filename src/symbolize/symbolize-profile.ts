import { type SortedKeys, sortedByKey } from '../base/sorted-keys.ts';
import { ToolError } from '../base/tool-error.ts';
import { demangle } from '../demangle/index.ts';
import { isAnonymousCode, isKernelPage } from '../object/image-name.ts';
import type { SectionCodec } from '../object/index.ts';
import { LoadSegments } from '../object/load-segments.ts';
import type { Profile } from '../profile/index.ts';
import { placeOfName } from './code-place.ts';
import type { ImageSymbolizer } from './image-symbolizer.ts';
import { KernelSymbols } from './kernel-symbols.ts';
import {
  type FindDebugPackage,
  type ImageOutcome,
  missingSymbols,
  type SymbolLack,
} from './missing-symbols.ts';
import { NamelessFunctions } from './nameless-functions.ts';
import type { FileReply, NeedFile } from './need-file.ts';
import { openSymbolizer } from './open-symbolizer.ts';
import { ResolvedFrames } from './resolved-frames.ts';
import { type UnresolvedImage, unresolvedImages } from './unresolved-frames.ts';

export interface SymbolizeOptions {
  readonly codec: SectionCodec;
  /** Makes the name that people read; asked once per name. */
  readonly demangle?: (name: string) => string;
  readonly findDebugPackage?: FindDebugPackage;
  /** False where only names are wanted: files and lines are not read then. */
  readonly lines?: boolean;
}

/**
 * The profile with functions, files, lines and inlined frames where its images have them. Asks for one
 * file after the other; whoever drives it answers from a disk, a server or a browser's file picker.
 * Frames that have a function already keep it. What stays without names is in `meta.health`.
 */
export function* symbolizeProfile(
  profile: Profile,
  options: SymbolizeOptions,
): Generator<NeedFile, Profile, FileReply> {
  const images = unresolvedImages(profile);
  if (images.length === 0) return profile;
  const frames = new ResolvedFrames(profile, options.demangle ?? demangle);
  const outcomes: ImageOutcome[] = [];
  for (const image of images.filter(({ kind }) => kind === 'user' || kind === 'vdso')) {
    const outcome = yield* resolveImage(profile, image, frames, options);
    if (outcome !== undefined) outcomes.push(outcome);
  }
  const kernel = images.filter(({ kind }) => kind === 'kernel');
  if (kernel.length > 0) outcomes.push(...(yield* resolveKernel(profile, kernel, frames)));
  const missing = missingSymbols(profile, outcomes, options.findDebugPackage ?? (() => undefined));
  const resolved = frames.finish();
  if (missing.length === 0) return resolved;
  const { meta } = resolved;
  const diagnostics = [...meta.health.diagnostics, ...missing];
  return Object.freeze({ ...resolved, meta: { ...meta, health: { ...meta.health, diagnostics } } });
}

function* resolveImage(
  profile: Profile,
  image: UnresolvedImage,
  frames: ResolvedFrames,
  options: SymbolizeOptions,
): Generator<NeedFile, ImageOutcome | undefined, FileReply> {
  if (isKernelPage(image.path)) return undefined;
  if (isAnonymousCode(image.path)) return { image, lack: 'made at run time', frames: image.frames };
  try {
    const opened = yield* openSymbolizer(image, options.codec, options.lines ?? true);
    if ('problem' in opened) return { image, lack: opened.problem, frames: image.frames };
    const { elf, symbolizer } = opened;
    const unnamed: number[] = [];
    let nameless: NamelessFunctions | undefined;
    const { keys: svmas, order } = inOrderOfAddress(profile, image, new LoadSegments(elf));
    for (let at = 0; at < order.length; at++) {
      const frame = order[at] as number;
      const svma = svmas[at] as number;
      const places = svma === noSvma ? [] : symbolizer.places(svma);
      if (places.length > 0) frames.resolve(frame, places);
      else unnamed.push(frame);
      if (places.length > 0 || svma === noSvma) continue;
      nameless ??= new NamelessFunctions(elf, image.path, options.codec);
      frames.resolveNameless(frame, nameless.places(svma));
    }
    return outcomeOf(image, symbolizer, unnamed);
  } catch (error) {
    // A damaged image costs its own names, not the profile.
    if (!(error instanceof ToolError)) throw error;
    return { image, lack: 'damaged', frames: image.frames };
  }
}

function outcomeOf(
  image: UnresolvedImage,
  symbolizer: ImageSymbolizer,
  unnamed: readonly number[],
): ImageOutcome | undefined {
  if (unnamed.length > 0 && symbolizer.symbolKind !== 'full') {
    const lack: SymbolLack = symbolizer.symbolKind === 'none' ? 'stripped' : 'exported only';
    return { image, lack, frames: unnamed };
  }
  if (symbolizer.hasLines || image.kind === 'vdso') return undefined;
  return { image, lack: 'no debug info', frames: image.frames };
}

const noSvma = -1;

/**
 * The frames of an image with their Svma, by the file offset that was mapped there. Neighbours are mostly
 * of one function, which then is looked for once.
 */
function inOrderOfAddress(
  { frames, mappings }: Profile,
  image: UnresolvedImage,
  segments: LoadSegments,
): SortedKeys {
  const rows = Int32Array.from(image.frames);
  const svmas = new Float64Array(rows.length);
  let mapping = -1;
  let offset = 0;
  for (let at = 0; at < rows.length; at++) {
    const frame = rows[at] as number;
    if (frames.mapping[frame] !== mapping) {
      mapping = frames.mapping[frame] as number;
      offset = Number(mappings.offset[mapping]);
    }
    svmas[at] = segments.svmaOfFileOffset(offset + (frames.address[frame] as number)) ?? noSvma;
  }
  return sortedByKey(svmas, rows);
}

/** The kernel and its modules have one list of symbols between them. */
function* resolveKernel(
  profile: Profile,
  images: readonly UnresolvedImage[],
  frames: ResolvedFrames,
): Generator<NeedFile, ImageOutcome[], FileReply> {
  const [main] = images.filter(({ path }) => path.startsWith('[kernel.kallsyms'));
  const reply = yield { kind: 'kernel', buildId: (main ?? images[0])?.buildId ?? '' };
  const failed = (lack: SymbolLack): ImageOutcome[] =>
    images.map((image) => ({ image, lack, frames: image.frames }));
  if (!('source' in reply)) {
    return failed(reply.problem === 'replaced' ? 'kernel replaced' : 'kernel hidden');
  }
  const symbols = KernelSymbols.parse(reply.source.read(0, reply.source.size));
  if (symbols.length === 0) return failed('kernel hidden');
  const recordedText = main === undefined ? 0n : textStartOf(profile, main);
  for (const image of images) {
    for (const frame of image.frames) {
      const mapping = profile.frames.mapping[frame] as number;
      const start = profile.mappings.start[mapping] as bigint;
      const name = symbols.namesFrom(start, recordedText)(profile.frames.address[frame] as number);
      if (name !== undefined) frames.resolve(frame, [placeOfName(name)]);
    }
  }
  return [];
}

/** Readers keep where `_text` was as the offset of the kernel's mapping; 0 = not recorded. */
function textStartOf(profile: Profile, image: UnresolvedImage): bigint {
  const [frame] = image.frames;
  if (frame === undefined) return 0n;
  return profile.mappings.offset[profile.frames.mapping[frame] as number] as bigint;
}
