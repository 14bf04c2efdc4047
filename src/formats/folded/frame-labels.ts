import { PairIndex } from '../../base/tuple-index.ts';
import {
  type FrameIndex,
  type MappingKind,
  mappingKinds,
  moduleName,
  type Profile,
  textAt,
} from '../../profile/index.ts';
import { inlinedSuffix, suffixTable } from './suffix-table.ts';

/** Frames, and process names as root frames, as numbers of texts that are safe in a folded line. */
export class FrameLabels {
  readonly #indices = new Map<string, number>();
  readonly texts: string[] = [];

  add(text: string): number {
    const known = this.#indices.get(text);
    if (known !== undefined) return known;
    this.#indices.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  /** The label of every frame of the profile; made once per function and image, not per address. */
  ofFrames(profile: Profile): Int32Array {
    const { length, function: called, mapping, address, inlineDepth } = profile.frames;
    const labels = new Int32Array(length);
    const index = new PairIndex();
    const made: number[] = [];
    for (let frame = 0; frame < length; frame++) {
      const isInlined = (inlineDepth[frame] as number) > 0 ? 1 : 0;
      const isPlaceless = (address[frame] as number) < 0 ? 2 : 0;
      const place = (mapping[frame] as number) * 4 + isInlined + isPlaceless;
      let label = index.findOrAdd(called[frame] as number, place, made.length);
      if (label < 0) label = made.push(this.add(labelOf(profile, frame as FrameIndex))) - 1;
      labels[frame] = made[label] as number;
    }
    return labels;
  }

  /** The label of every thread's process; -1 = it has no name. Blanks as perf's scripts write them. */
  ofThreads(profile: Profile): Int32Array {
    return profile.threads.processName.map((index) => {
      const name = textAt(profile, index);
      return name === '' ? -1 : this.add(harmless(name).replaceAll(' ', '_'));
    });
  }
}

/** A semicolon would split the frame and a line end the line. */
function harmless(name: string): string {
  return name.replaceAll(';', ':').replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ');
}

function labelOf(profile: Profile, frame: FrameIndex): string {
  const { frames, functions, mappings } = profile;
  const called = frames.function[frame] as number;
  const name = called < 0 ? '' : textAt(profile, functions.name[called] as number);
  const mapping = frames.mapping[frame] as number;
  const image = mapping < 0 ? '' : textAt(profile, mappings.file[mapping] as number);
  const kind = mapping < 0 ? undefined : mappingKinds[mappings.kind[mapping] as number];
  if (name !== '') return harmless(name) + suffixOf(profile, frame, image, kind);
  // An empty name from a folded file stays empty; what perf could not name is told by its image.
  if (called >= 0 && mapping < 0 && (frames.address[frame] as number) < 0) return '';
  const module = moduleName(profile, frame);
  return module === '' ? '[unknown]' : `[${harmless(module)}]`;
}

/** Marks from a folded file, and functions that a Java agent inlined. */
function suffixOf(
  profile: Profile,
  frame: FrameIndex,
  image: string,
  kind: MappingKind | undefined,
): string {
  const { inlineDepth, address } = profile.frames;
  const isInlined = (inlineDepth[frame] as number) > 0;
  const isPlaceless = kind === undefined && (address[frame] as number) < 0;
  if (isInlined && (isPlaceless || kind === 'jit')) return inlinedSuffix;
  if (image === '') return '';
  return suffixTable.find((mark) => mark.image === image && mark.kind === kind)?.suffix ?? '';
}
