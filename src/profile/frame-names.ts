import { baseName } from '../base/base-name.ts';
import type { FrameIndex, Profile, StackIndex, StringIndex } from './tables.ts';
import { type MappingKind, mappingKinds } from './tables.ts';

/** The text of a string row. */
export function textAt(profile: Profile, index: number): string {
  return profile.strings[index as StringIndex] ?? '';
}

/** What a frame is called: its function, else its image in brackets, else `<unknown>`. */
export function frameName(profile: Profile, frame: FrameIndex): string {
  const { frames, functions } = profile;
  const called = frames.function[frame] as number;
  if (called >= 0) {
    const name = textAt(profile, functions.name[called] as number);
    if (name !== '') return name;
  }
  const module = moduleName(profile, frame);
  return module === '' ? '<unknown>' : `[${module}]`;
}

/** The last part of the path of the image a frame ran from; '' = unknown. */
export function moduleName(profile: Profile, frame: FrameIndex): string {
  const mapping = profile.frames.mapping[frame] as number;
  if (mapping < 0) return '';
  const file = textAt(profile, profile.mappings.file[mapping] as number);
  return baseName(file);
}

/** The source file of a frame's function; '' = unknown. */
export function frameFile(profile: Profile, frame: FrameIndex): string {
  const called = profile.frames.function[frame] as number;
  return called < 0 ? '' : textAt(profile, profile.functions.file[called] as number);
}

/** Where a frame ran; frames without an image count as user code. */
export function frameKind(profile: Profile, frame: FrameIndex): MappingKind {
  const mapping = profile.frames.mapping[frame] as number;
  if (mapping < 0) return 'user';
  return mappingKinds[profile.mappings.kind[mapping] as number] ?? 'user';
}

/** The frames of a stack, root first. */
export function framesOf(profile: Profile, stack: StackIndex): FrameIndex[] {
  const { parent, frame } = profile.stacks;
  const path: FrameIndex[] = [];
  for (let at: number = stack; at >= 0; at = parent[at] as number) {
    path.push(frame[at] as FrameIndex);
  }
  return path.reverse();
}
