import type { MappingKind } from '../../profile/index.ts';

const notKernel = /^\[(vdso|vvar|vsyscall|heap|stack|anon|uprobes|uretprobes)\b/;
const jitFile =
  /^\/tmp\/perf-\d+\.map$|\/jitted-[^/]*\.so$|^\/\/anon$|^\[anon|\/memfd:doublemapper/;
const kernelFile = /\.ko(\.(gz|xz|zst))?$|(^|\/)vmlinux[\w.-]*$|^bpf_(prog|trampoline|dispatcher)_/;

/** What kind of image perf means by the text in the last parentheses of a frame line. */
export function dsoKind(dso: string): MappingKind {
  if (dso === '' || dso === '[unknown]') return 'unmapped';
  if (dso === '[vdso]' || dso === '[vdso32]') return 'vdso';
  if (jitFile.test(dso)) return 'jit';
  if (kernelFile.test(dso)) return 'kernel';
  // `[kernel.kallsyms]`, `[guest.kernel.kallsyms.123]`, and modules such as `[xfs]`.
  if (dso.startsWith('[') && !notKernel.test(dso)) return 'kernel';
  return 'user';
}
