import { ToolError } from '../base/tool-error.ts';
import { type DebugInfoSummary, isElf, parseElf, summarizeDebugInfo } from '../object/index.ts';
import { openFileSource } from './file-source.ts';

/** What an executable or library carries that helps to explain its samples. */
export function readBinaryFacts(path: string): DebugInfoSummary {
  using source = openFileSource(path);
  if (!isElf(source)) {
    throw new ToolError('unsupported-input', `${path} is not an ELF binary`, {
      hint: 'name an executable or a shared library',
      file: path,
    });
  }
  try {
    return summarizeDebugInfo(parseElf(source));
  } catch (error) {
    throw error instanceof ToolError ? error.inFile(path) : error;
  }
}
