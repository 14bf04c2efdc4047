import type { JitSymbols } from '../formats/format.ts';
import { readJitdump, readPerfMap } from '../platform/jit-files.ts';
import { JitCode } from '../symbolize/jit/index.ts';

/** Names of code made at run time, from what runtimes left on this machine. */
export function jitSymbols(): JitSymbols {
  return new JitCode({ perfMap: readPerfMap, jitdump: readJitdump });
}
