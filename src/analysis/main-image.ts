import { baseName } from '../base/base-name.ts';
import { mappingKinds, type Profile, textAt } from '../profile/index.ts';

/** What the kernel keeps of a process name. */
const longestProcessName = 15;

/**
 * The image that is the program itself: the one a recorded process is named after, else the first
 * (as in every pprof file). Undefined when the first is the kernel's or only groups code without
 * being a file.
 */
export function findMainImage(profile: Profile): number | undefined {
  const { mappings, threads } = profile;
  const processes = new Set(Array.from(threads.processName, (name) => textAt(profile, name)));
  for (let row = 0; row < mappings.length && processes.size > 0; row++) {
    const name = baseName(textAt(profile, mappings.file[row] as number));
    if (name !== '' && processes.has(name.slice(0, longestProcessName))) return row;
  }
  if (mappings.length === 0 || mappingKinds[mappings.kind[0] as number] !== 'user')
    return undefined;
  const isFile = textAt(profile, mappings.file[0] as number).includes('/');
  return isFile || mappings.limit[0] !== 0n ? 0 : undefined;
}
