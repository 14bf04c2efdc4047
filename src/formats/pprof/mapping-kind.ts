import type { MappingKind } from '../../profile/index.ts';

/** The kind of an image by its name, as perf and the Go runtime name them; pprof has no field for it. */
export function mappingKindOf(file: string): MappingKind {
  if (/^\[(guest\.)?kernel|^vmlinux|\/vmlinux|\.ko(\.\w+)?$/.test(file)) return 'kernel';
  if (file === '[vdso]' || file === '[vsyscall]' || file === 'linux-vdso.so.1') return 'vdso';
  if (/^(\/\/anon|\[anon|\/dev\/zero|\/anon_hugepage)|\/(perf|jitted)-\d+[.-]/.test(file)) {
    return 'jit';
  }
  return 'user';
}
