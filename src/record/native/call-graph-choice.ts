import { basename } from 'node:path';
import { unreachable } from '../../base/assert.ts';
import { formatQuantity } from '../../base/quantity.ts';
import { ToolError } from '../../base/tool-error.ts';
import type { CallGraph } from './recording-plan.ts';
import type { ImageFacts } from './target-images.ts';

/** Enough for stacks of usual depth; half of what the ring of one sample may hold at most. */
export const defaultStackBytes: number = 16 * 1024;
/** A sample's size is 16 bits. */
const mostStackBytes = 65_528;
/** More than this to disk and the recorder disturbs what it measures. */
const mostBytesPerSecond = 100e6;

export interface CallGraphChoice {
  readonly callGraph: CallGraph;
  /** For the user: what was found that led to it. */
  readonly why: string;
}

/** `fp`, `dwarf`, `dwarf,32768`, `lbr`, `none`, `auto`, as perf spells them. */
export function parseCallGraph(text: string): CallGraph | 'auto' {
  const [mode = '', size, ...more] = text.split(',');
  if (mode === 'no') return { mode: 'none' };
  if (mode === 'dwarf' && more.length === 0) {
    return { mode, stackBytes: size === undefined ? defaultStackBytes : parseStackBytes(size) };
  }
  if (size === undefined) {
    if (mode === 'auto') return mode;
    if (mode === 'fp' || mode === 'lbr' || mode === 'none') return { mode };
  }
  throw new ToolError('usage', `--call-graph ${text} is not a way to record stacks`, {
    hint: '--call-graph auto, fp, dwarf, dwarf,32768, lbr or none',
  });
}

function parseStackBytes(text: string): number {
  const [, digits = '', unit = ''] = /^(\d+)([kK]?)$/.exec(text) ?? [];
  const bytes = Number(digits) * (unit === '' ? 1 : 1024);
  if (digits !== '' && bytes >= 8 && bytes <= mostStackBytes) return Math.ceil(bytes / 8) * 8;
  throw new ToolError('usage', `--call-graph dwarf,${text} is not a size the kernel can dump`, {
    hint: `from 8 to ${mostStackBytes} bytes; ${defaultStackBytes} is the default`,
  });
}

/** Chooses by what the program and its libraries show; the first image is the program. */
export function chooseCallGraph(images: readonly ImageFacts[]): CallGraphChoice {
  const dwarf: CallGraph = { mode: 'dwarf', stackBytes: defaultStackBytes };
  const fp: CallGraph = { mode: 'fp' };
  const [program] = images;
  if (program === undefined)
    return { callGraph: dwarf, why: 'the program is not known beforehand' };
  const name = basename(program.path);
  if (program.makesCode) {
    return {
      callGraph: fp,
      why: `${name} makes code that has frame pointers and no unwind tables`,
    };
  }
  if (program.go) return { callGraph: fp, why: `${name} is a Go program, which keeps them` };
  const without = images.find((image) => image.framePointers === false && image.unwindTables);
  if (without !== undefined) {
    return { callGraph: dwarf, why: `${basename(without.path)} has no frame pointers` };
  }
  if (program.framePointers === true) {
    const all = images.length > 1 ? ' and its libraries keep' : ' keeps';
    return { callGraph: fp, why: `${name}${all} frame pointers` };
  }
  if (program.unwindTables) {
    return {
      callGraph: dwarf,
      why: `${name} does not show whether it keeps frame pointers, and has unwind tables`,
    };
  }
  const why = `${name} has neither frame pointers nor unwind tables: stacks may be short`;
  return { callGraph: fp, why };
}

/** What to tell whoever asks for frame pointers of a program that has none. */
export function doubtFramePointers(images: readonly ImageFacts[]): string | undefined {
  const [program] = images;
  if (program === undefined || program.go || program.makesCode) return undefined;
  if (program.framePointers !== false) return undefined;
  const what = `${basename(program.path)} keeps no frame pointers, so stacks will lack callers`;
  return program.unwindTables ? `${what}: --call-graph dwarf finds them` : what;
}

/** For the whole machine the volume decides: every CPU may dump a stack for every sample. */
export function chooseForMachine(cpus: number, frequencyHz: number): CallGraphChoice {
  const bytesPerSecond = cpus * frequencyHz * defaultStackBytes;
  if (bytesPerSecond <= mostBytesPerSecond) {
    const why = 'any program may run, and most have no frame pointers';
    return { callGraph: { mode: 'dwarf', stackBytes: defaultStackBytes }, why };
  }
  const rate = `${formatQuantity(bytesPerSecond, 'bytes')}/s`;
  return {
    callGraph: { mode: 'fp' },
    why: `stacks of ${cpus} CPUs at ${frequencyHz} Hz could be ${rate}; lower -F for dwarf`,
  };
}

function stackSize(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 102.4) / 10} KiB`;
}

/** `dwarf, 16 KiB of stack per sample`. */
export function describeCallGraph(callGraph: CallGraph): string {
  switch (callGraph.mode) {
    case 'dwarf':
      return `dwarf, ${stackSize(callGraph.stackBytes)} of stack per sample`;
    case 'fp':
      return 'frame pointers';
    case 'lbr':
      return "the processor's last branches";
    case 'none':
      return 'no stacks';
    default:
      return unreachable(callGraph);
  }
}
