import { ToolError } from '../../../base/tool-error.ts';
import { type ElfFile, isElf, parseElf } from '../../../object/index.ts';
import {
  type PmuFacts,
  readPmu,
  readPmuNames,
  type TracepointFiles,
  tracepointFiles,
} from '../../../platform/event-files.ts';
import { openFileSource } from '../../../platform/file-source.ts';
import { findProbedImage } from '../find-image.ts';

/** What events are looked up in; tests pass their own machine. */
export interface EventSources {
  pmuNames(): readonly string[];
  pmu(name: string): PmuFacts | undefined;
  readonly tracepoints: TracepointFiles;
  /** The absolute path of a program or library as a user names it. */
  findImage(name: string): string | undefined;
  readImage<Result>(path: string, read: (elf: ElfFile) => Result): Result;
}

export function machineEventSources(lookup: {
  readonly cwd: string;
  readonly path: string;
}): EventSources {
  return {
    pmuNames: readPmuNames,
    pmu: readPmu,
    tracepoints: tracepointFiles(),
    findImage: (name) => findProbedImage(name, lookup.cwd, lookup.path),
    readImage,
  };
}

function readImage<Result>(path: string, read: (elf: ElfFile) => Result): Result {
  using source = openFileSource(path);
  if (!isElf(source)) {
    throw new ToolError('usage', `${path} is not an ELF binary, so it has no functions to probe`, {
      hint: 'name the program or library itself, not a script that starts it',
    });
  }
  return read(parseElf(source));
}
