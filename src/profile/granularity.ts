import { unreachable } from '../base/assert.ts';
import { ToolError } from '../base/tool-error.ts';
import type { FrameFacts } from './row-builders.ts';
import { applyStackRewrite } from './stack-rewrite.ts';
import { StackWriter } from './stack-writer.ts';
import { frameFacts, TableExtension } from './table-extension.ts';
import {
  type FrameIndex,
  type FunctionIndex,
  type MappingIndex,
  none,
  type Profile,
  type StringIndex,
} from './tables.ts';

/** How far apart frames are told; the first five words are pprof's. Every command uses these. */
export const granularities = [
  'functions',
  'filefunctions',
  'files',
  'lines',
  'addresses',
  'modules',
] as const;

export type Granularity = (typeof granularities)[number];

export function parseGranularity(text: string): Granularity {
  const found = granularities.find((each) => each === text);
  if (found !== undefined) return found;
  throw new ToolError('usage', `no granularity ${text}`, {
    hint: `--granularity one of: ${granularities.join(', ')}`,
  });
}

/**
 * The profile with frames merged that are the same at that level. Images stay apart at every level
 * but `files`; the parts of one image (its segments, its places in several processes) do not.
 */
export function mergeFrames(profile: Profile, granularity: Granularity): Profile {
  if (granularity === 'addresses') return profile;
  const { stacks } = profile;
  const extension = new TableExtension(profile);
  const newFrame = frameMerger(profile, granularity, extension);
  const writer = new StackWriter(stacks.length);
  const end = new Int32Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const up = stacks.parent[stack] as number;
    const above = up < 0 ? -1 : (end[up] as number);
    end[stack] = writer.add(above, newFrame(stacks.frame[stack] as FrameIndex));
  }
  const tables = extension.tables();
  return applyStackRewrite(profile, { stacks: writer.finish(), end, tables });
}

function frameMerger(
  profile: Profile,
  granularity: Exclude<Granularity, 'addresses'>,
  extension: TableExtension,
): (frame: FrameIndex) => FrameIndex {
  const { frames, functions } = profile;
  const mappingOf = firstMappings(profile);
  const known = new Int32Array(frames.length).fill(-1);
  const facts = (frame: FrameIndex): FrameFacts => {
    const { function: called, mapping, line } = frameFacts(frames, frame);
    const image = mapping < 0 ? none : (mappingOf[mapping] as MappingIndex);
    const text = (column: Int32Array): StringIndex =>
      (called < 0 ? 0 : column[called]) as StringIndex;
    const name = text(functions.name);
    const file = text(functions.file);
    switch (granularity) {
      case 'modules':
        return { function: none, mapping: image };
      case 'files':
        return file === 0
          ? { function: none, mapping: image }
          : { function: extension.addFunction({ name: file, file }) };
      case 'functions':
        return { function: named(extension, name), mapping: image };
      case 'filefunctions':
        return { function: named(extension, name, file), mapping: image };
      case 'lines':
        return { function: named(extension, name, file), mapping: image, line };
      default:
        return unreachable(granularity);
    }
  };
  return (frame) => {
    if ((known[frame] as number) < 0) known[frame] = extension.addFrame(facts(frame));
    return known[frame] as FrameIndex;
  };
}

function named(
  extension: TableExtension,
  name: StringIndex,
  file: StringIndex = 0 as StringIndex,
): FunctionIndex {
  return name === 0 ? none : extension.addFunction({ name, file });
}

/** Per image the first of the same file. */
function firstMappings(profile: Profile): Int32Array {
  const first = new Map<number, number>();
  return profile.mappings.file.map((file, mapping) => {
    const known = first.get(file) ?? mapping;
    first.set(file, known);
    return known;
  });
}
