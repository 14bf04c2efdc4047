import type { ByteSource } from './byte-source.ts';

/** How a recording names an image that code ran from. */
export interface ImageName {
  /** As the process saw it; inside a container that is not where we see it. */
  readonly path: string;
  /** In hexadecimal, '' = unknown. An image with another build id is another image. */
  readonly buildId: string;
  /** A process that had it mapped, 0 = unknown: its root folder may still be reachable. */
  readonly pid: number;
}

/**
 * Answers with the image's bytes, or with undefined when it is gone or was replaced. Must be cheap to
 * call again for the same name. `part` asks for the file that its debug information was moved to.
 */
export type OpenImage = (name: ImageName, part?: 'debug-file') => ByteSource | undefined;

const anonymous =
  /^(?:\/\/anon|\[anon|\/anon_hugepage|\/dev\/zero|\/memfd:|\/SYSV|\[heap\]|\[stack)/;

/** Memory that no file stands behind: what runs there was made at run time. */
export function isAnonymousCode(path: string): boolean {
  return anonymous.test(path);
}

/** `[uprobes]`, `[vsyscall]`: pages that the kernel gives to every process. */
export function isKernelPage(path: string): boolean {
  return /^\[[a-z_]+\]$/.test(path) && path !== '[vdso]' && !isAnonymousCode(path);
}
