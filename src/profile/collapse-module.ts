import { baseName } from '../base/base-name.ts';
import { applyStackRewrite } from './stack-rewrite.ts';
import { StackWriter } from './stack-writer.ts';
import { TableExtension } from './table-extension.ts';
import type { FrameIndex, MappingIndex, Profile } from './tables.ts';

/** Replaces every run of frames of a matching image by one frame with the image's name. */
export function collapseModule(profile: Profile, test: (module: string) => boolean): Profile {
  const { stacks, frames } = profile;
  const extension = new TableExtension(profile);
  const moduleFrames = moduleFrame(profile, test, extension);
  const writer = new StackWriter(stacks.length);
  const end = new Int32Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const up = stacks.parent[stack] as number;
    const at = stacks.frame[stack] as number;
    const above = up < 0 ? -1 : (end[up] as number);
    const mapping = frames.mapping[at] as number;
    const collapsed = mapping < 0 ? undefined : moduleFrames[mapping];
    if (collapsed === undefined) end[stack] = writer.add(above, at);
    else if (above >= 0 && writer.frameOf(above) === collapsed) end[stack] = above;
    else end[stack] = writer.add(above, collapsed);
  }
  const tables = extension.tables();
  return applyStackRewrite(profile, { stacks: writer.finish(), end, tables });
}

/** Per image the frame that stands for it; the parts of one image share theirs. */
function moduleFrame(
  profile: Profile,
  test: (module: string) => boolean,
  extension: TableExtension,
): (FrameIndex | undefined)[] {
  const { mappings, strings } = profile;
  const byFile = new Map<number, FrameIndex>();
  return Array.from(mappings.file, (file, mapping) => {
    const path = strings[file] ?? '';
    const name = baseName(path);
    if (!test(name) && !test(path)) return undefined;
    let frame = byFile.get(file);
    if (frame === undefined) {
      const called = extension.addFunction({ name: extension.string(`[${name}]`) });
      frame = extension.addFrame({ function: called, mapping: mapping as MappingIndex });
      byFile.set(file, frame);
    }
    return frame;
  });
}
