import { createHash } from 'node:crypto';
import { ToolError } from '../base/tool-error.ts';
import { isElf, parseElf, sectionBytes, sectionFlags } from '../object/index.ts';
import { openFileSource } from '../platform/file-source.ts';

/**
 * Hash of the instructions of a program. Two builds whose commands differ by the profile alone have
 * different ones only if the profile changed what the compiler did; names, debug information and dates
 * do not count.
 */
export function codeHash(path: string): string {
  using source = openFileSource(path);
  if (!isElf(source)) {
    throw new ToolError('unsupported-input', `${path} is not an ELF binary`, {
      hint: 'the build command must write the program itself, not a script that starts it',
      file: path,
    });
  }
  const hash = createHash('sha256');
  const elf = parseElf(source);
  for (const section of elf.sections) {
    if ((section.flags & sectionFlags.execute) === 0) continue;
    hash.update(section.name);
    hash.update(sectionBytes(elf, section));
  }
  return hash.digest('hex');
}
