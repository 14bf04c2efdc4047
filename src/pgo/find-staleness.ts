import { readFileSync } from 'node:fs';
import { ToolError } from '../base/tool-error.ts';
import { readSymbolizer, SymbolSources } from '../load/symbolize-files.ts';
import { isElf, parseElf, sourceOf } from '../object/index.ts';
import { fileError } from '../platform/file-errors.ts';
import type { Host } from '../platform/host.ts';
import { sectionCodec } from '../platform/zlib-codec.ts';
import {
  counterStaleness,
  findableCalls,
  GoCallSites,
  goStaleness,
  type ImagePlaces,
  imagePlaces,
  instrumentedFunctions,
  lineStaleness,
  type Staleness,
  sampledNames,
  type WeightedFunction,
} from '../training/index.ts';
import type { TrainingProfile } from './training-profile.ts';

/**
 * How much of a profile the sources of today have lost, by a program that was built of them: for Go any
 * build, for LLVM's counters an instrumented one, for samples one with the flags of the sampled one.
 */
export async function findStaleness(
  host: Host,
  profile: TrainingProfile,
  binary: string,
): Promise<Staleness> {
  const program = readProgram(binary);
  try {
    if (profile.kind === 'lines') {
      return lineStaleness(profile.functions, await readPlaces(host, profile.functions, binary));
    }
    const elf = parseElf(sourceOf(program));
    if (profile.kind === 'counters') {
      return counterStaleness(profile.counters, instrumentedFunctions(elf, sectionCodec));
    }
    if (profile.kind === 'arcs') {
      throw new ToolError(
        'not-supported',
        'a program does not tell what counters of gcc belong to',
        {
          hint: 'plateau pgo stale TARGET builds it with the notes that do',
        },
      );
    }
    const edges = findableCalls(profile.stacks);
    const sites = GoCallSites.read(elf, new Set(edges.map(({ caller }) => caller)));
    if (sites === undefined) {
      throw new ToolError('not-supported', 'stacks are compared with Go programs only', {
        hint: 'name the profile that was made of the recording for its compiler (.samples, .afdo)',
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

/** What a program has of the lines that a profile speaks of. */
export async function readPlaces(
  host: Host,
  functions: readonly WeightedFunction[],
  binary: string,
): Promise<ImagePlaces> {
  using sources = new SymbolSources(host);
  const image = await readSymbolizer(binary, sources);
  if ('problem' in image) throw new ToolError('unsupported-input', image.problem);
  return imagePlaces(image, sampledNames(functions), sectionCodec);
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
