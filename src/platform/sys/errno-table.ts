/** Linux error numbers that callers tell apart; the same on every architecture we know. */
export const errno = {
  EPERM: 1,
  ENOENT: 2,
  ESRCH: 3,
  EINTR: 4,
  E2BIG: 7,
  EBADF: 9,
  EAGAIN: 11,
  ENOMEM: 12,
  EACCES: 13,
  EBUSY: 16,
  ENODEV: 19,
  EINVAL: 22,
  EMFILE: 24,
  ENOSPC: 28,
  ENOSYS: 38,
  EOVERFLOW: 75,
  EOPNOTSUPP: 95,
} as const;

const names = new Map<number, string>(Object.entries(errno).map(([name, value]) => [value, name]));

export function errnoName(value: number): string {
  return names.get(value) ?? `errno ${value}`;
}
