import type { Sys } from '../sys/sys.ts';

const openFilesResource = 7;

/** How many files this process may open: RLIMIT_NOFILE, as the kernel will hold us to it. */
export function openFilesLimit(sys: Sys): number {
  const limits = new BigUint64Array(2);
  if (sys.prlimit(openFilesResource, null, new Uint8Array(limits.buffer)) < 0) return 1024;
  return Number(limits[0] ?? 1024n);
}

/** Raises the limit, where the right allows also the hard one. True when `needed` files may be open. */
export function raiseOpenFilesLimit(sys: Sys, needed: number): boolean {
  const limits = new BigUint64Array(2);
  const bytes = new Uint8Array(limits.buffer);
  if (sys.prlimit(openFilesResource, null, bytes) < 0) return false;
  const [soft = 0n, hard = 0n] = limits;
  const wanted = BigInt(needed);
  if (soft >= wanted) return true;
  limits.set([wanted, hard > wanted ? hard : wanted]);
  if (sys.prlimit(openFilesResource, bytes, null) === 0) return true;
  if (hard <= soft) return false;
  limits.set([hard, hard]);
  return sys.prlimit(openFilesResource, bytes, null) === 0 && hard >= wanted;
}
