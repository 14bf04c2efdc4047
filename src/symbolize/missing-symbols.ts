import { baseName } from '../base/base-name.ts';
import type { Diagnostic } from '../base/diagnostics.ts';
import { type Profile, sampleCounts } from '../profile/index.ts';
import type { FileProblem } from './need-file.ts';
import type { UnresolvedImage } from './unresolved-frames.ts';

/** Why frames of an image have no names, or names and no lines. */
export type SymbolLack =
  | FileProblem
  | 'damaged'
  | 'stripped'
  | 'exported only'
  | 'no debug info'
  | 'made at run time'
  | 'kernel hidden'
  | 'kernel replaced';

/** What became of the frames of one image. */
export interface ImageOutcome {
  readonly image: UnresolvedImage;
  readonly lack: SymbolLack;
  /** Rows of `frames` that it concerns. */
  readonly frames: readonly number[];
}

/** The package that has the debug file of a system library, when the shell knows: `libc6-dbg`. */
export type FindDebugPackage = (path: string) => string | undefined;

/** Less than this share of the samples is not worth a line. */
const smallestShare = 0.01;

/** What lacks names, by module, each with the number of samples and the fix. */
export function missingSymbols(
  profile: Profile,
  outcomes: readonly ImageOutcome[],
  findDebugPackage: FindDebugPackage,
): Diagnostic[] {
  if (outcomes.length === 0) return [];
  const counts = sampleCounts(profile);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return outcomes.flatMap(({ image, lack, frames }) => {
    // Lines are missed where time is spent; a name is missed in every stack that shows it.
    const count = samplesWith(profile, counts, frames, lack === 'no debug info');
    if (count === 0 || count < total * smallestShare) return [];
    const name = baseName(image.path);
    const { code, sentence } = lacks[lack];
    const words = sentence(image.path, name, () => fixOf(image.path, findDebugPackage));
    return [{ code: `${code}:${name}`, message: `samples ${words}`, count }];
  });
}

interface Lack {
  readonly code: string;
  /** `fix` is asked only where it is used: it may look through the system's packages. */
  readonly sentence: (path: string, name: string, fix: () => string) => string;
}

const elsewhere = 'give a copy with --symbols DIR, or save as .plateau where it was recorded';

const lacks: Readonly<Record<SymbolLack, Lack>> = {
  gone: { code: 'no-image', sentence: (path) => `in ${path}, which is gone: ${elsewhere}` },
  replaced: {
    code: 'no-image',
    sentence: (path) =>
      `in ${path}, which was replaced since the recording (its build id differs): ${elsewhere}`,
  },
  denied: {
    code: 'no-image',
    sentence: (path) => `in ${path}, which may not be read: run as root`,
  },
  damaged: { code: 'no-image', sentence: (path) => `in ${path}, which is damaged: ${elsewhere}` },
  stripped: {
    code: 'no-symbols',
    sentence: (_path, name, fix) => `in ${name}, which has no symbols: ${fix()}`,
  },
  'exported only': {
    code: 'no-symbols',
    sentence: (_path, name, fix) =>
      `in functions of ${name} that have lost their names (stripped): ${fix()}`,
  },
  'no debug info': {
    code: 'no-lines',
    sentence: (_path, name, fix) =>
      `in ${name} without source lines and inlined functions: ${fix()}`,
  },
  'made at run time': {
    code: 'no-symbols',
    sentence: () =>
      'in code made at run time: name it by a perf map or jitdump (node --perf-basic-prof, jcmd PID Compiler.perfmap)',
  },
  'kernel hidden': {
    code: 'no-symbols',
    sentence: () =>
      'in the kernel, which hides its symbols: sysctl kernel.kptr_restrict=0, or record as root',
  },
  'kernel replaced': {
    code: 'no-symbols',
    sentence: () => `in another kernel than the running one: ${elsewhere}`,
  },
};

/** Libraries of the system have packages for that; one's own are built again. */
function fixOf(path: string, findDebugPackage: FindDebugPackage): string {
  if (!/^\/(usr\/(?!local\/)|lib|bin|sbin)/.test(path)) {
    return 'build with -g (in Rust debug = true, in Go no -ldflags=-s) and do not strip';
  }
  const known = findDebugPackage(path);
  const install = known === undefined ? 'install its debug package' : `apt install ${known}`;
  return `${install}, or set DEBUGINFOD_URLS`;
}

/** How many observations have one of the frames, anywhere in the stack or as its leaf. */
function samplesWith(
  profile: Profile,
  counts: Float64Array,
  frames: readonly number[],
  leafOnly: boolean,
): number {
  const { stacks, samples } = profile;
  const isIt = new Uint8Array(profile.frames.length);
  for (const frame of frames) isIt[frame] = 1;
  const has = new Uint8Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack] as number;
    const inherited = leafOnly || parent < 0 ? 0 : (has[parent] as number);
    has[stack] = inherited | (isIt[stacks.frame[stack] as number] as number);
  }
  let sum = 0;
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row] as number;
    if (stack >= 0 && has[stack] === 1) sum += counts[row] as number;
  }
  return sum;
}
