import { readFileSync } from 'node:fs';
import { ToolError } from '../base/tool-error.ts';
import { isElf, parseElf, sourceOf } from '../object/index.ts';
import { fileError } from '../platform/file-errors.ts';
import { sectionCodec } from '../platform/zlib-codec.ts';
import {
  counterStaleness,
  findableCalls,
  GoCallSites,
  goStaleness,
  instrumentedFunctions,
  type Staleness,
} from '../training/index.ts';
import type { TrainingProfile } from './training-profile.ts';

/**
 * How much of a profile the sources of today have lost, by a program that was built of them: for Go any
 * build, for LLVM's counters an instrumented one.
 */
export function findStaleness(profile: TrainingProfile, binary: string): Staleness {
  const elf = parseElf(sourceOf(readProgram(binary)));
  try {
    if (profile.kind === 'counters') {
      return counterStaleness(profile.counters, instrumentedFunctions(elf, sectionCodec));
    }
    const edges = profile.kind === 'stacks' ? findableCalls(profile.stacks) : [];
    const callers = new Set(edges.map(({ caller }) => caller));
    const sites = GoCallSites.read(elf, callers);
    if (profile.kind === 'lines' || sites === undefined) {
      throw new ToolError('not-supported', 'staleness is known of Go programs and of counters', {
        hint: 'build again: the compiler says which functions of a sample profile it did not find',
      });
    }
    if (edges.length === 0) {
      throw new ToolError('no-data', 'the profile has no calls between functions of Go', {
        hint: 'plateau pgo show FILE tells what is inside',
      });
    }
    return goStaleness(edges, sites);
  } catch (error) {
    throw error instanceof ToolError ? error.inFile(binary) : error;
  }
}

function readProgram(path: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw fileError(path, 'read', error);
  }
  if (isElf(sourceOf(bytes))) return bytes;
  throw new ToolError('unsupported-input', `${path} is not an ELF program`, {
    hint: 'name the program that was built of the sources as they are now',
  });
}

/** What to do about it; the limits are where gains were seen to go. */
export function staleVerdict({ lost }: Staleness): 'fresh' | 'aged' | 'stale' {
  if (lost < 0.05) return 'fresh';
  return lost < 0.3 ? 'aged' : 'stale';
}
