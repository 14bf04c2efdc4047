import { ToolError } from '../base/tool-error.ts';
import {
  type FrameIndex,
  frameFile,
  frameKind,
  frameName,
  moduleName,
  type Profile,
  parseTransform,
  selectSamples,
  type Transform,
} from '../profile/index.ts';
import { frameFamily, type KeyFamily, keyFamilies } from '../render/index.ts';

const categoryWord = 'category:';

/** A step of a scope: those of `parseTransform`, and `category:own` for samples by whose code ran. */
export function parseScopeTransform(text: string): Transform {
  if (!text.startsWith(categoryWord)) return parseTransform(text);
  const name = text.slice(categoryWord.length);
  const family = keyFamilies.find((each) => each === name);
  if (family === undefined) {
    throw new ToolError('usage', `no category ${name}`, {
      hint: `one of: ${keyFamilies.join(', ')}`,
    });
  }
  return (profile) => keepCategory(profile, family);
}

/** The samples whose running function is of a family; samples without a stack are of none. */
function keepCategory(profile: Profile, family: KeyFamily): Profile {
  const { samples, stacks, frames } = profile;
  const known = new Int8Array(frames.length).fill(-1);
  const isOf = (frame: FrameIndex): number => {
    if (known[frame] !== -1) return known[frame] as number;
    const owner = frameFamily({
      name: frameName(profile, frame),
      module: moduleName(profile, frame),
      file: frameFile(profile, frame),
      kind: frameKind(profile, frame),
    });
    const found = owner === family ? 1 : 0;
    known[frame] = found;
    return found;
  };
  const keep = Uint8Array.from(samples.stack, (stack) =>
    stack < 0 ? 0 : isOf(stacks.frame[stack] as number as FrameIndex),
  );
  return selectSamples(profile, keep);
}
