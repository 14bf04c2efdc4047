import { arch } from 'node:os';
import { ToolError } from '../../base/tool-error.ts';
import { requireKoffi } from './koffi.ts';

/**
 * The system calls that Node does not offer. Each answers as the kernel does: a negative number is
 * -errno. Nothing here knows of perf; `perf-events/` gives the numbers their meaning.
 */
export interface Sys {
  perfEventOpen(attr: Uint8Array, pid: number, cpu: number, group: number, flags: number): number;
  /** With a number as argument; commands that fill memory take `bytes`. */
  ioctl(fd: number, request: number, argument: number | Uint8Array): number;
  /** Address of shared, writable memory of the file, or -errno. */
  mmap(fd: number, length: number): bigint;
  munmap(address: bigint, length: number): number;
  /**
   * The mapped memory itself, not a copy. Touching it after `munmap` ends the process: whoever asks for
   * a view makes sure that nobody can, by ending the thread or dropping the object first.
   */
  view(address: bigint, length: number): ArrayBuffer;
  /** `entries` are `struct pollfd`: i32 fd, i16 asked, i16 seen. */
  poll(entries: Uint8Array, count: number, timeoutMs: number): number;
  read(fd: number, into: Uint8Array): number;
  close(fd: number): number;
  pageSize(): number;
  /** A file that another thread can make readable: what wakes a `poll`. */
  eventfd(): number;
  /** Fills `struct rusage`; `who` is 0 (this process) or -1 (children waited for). */
  getrusage(who: number, into: Uint8Array): number;
  /** New (or null) and old (or null) `struct rlimit` of this process. */
  prlimit(resource: number, next: Uint8Array | null, old: Uint8Array | null): number;
  /** Where bytes lie in memory; they must stay referenced while the kernel may look. */
  addressOf(bytes: Uint8Array): bigint;
}

/** perf_event_open has no wrapper in any C library. */
const perfEventOpenNumbers: Readonly<Record<string, number>> = {
  x64: 298,
  arm64: 241,
  riscv64: 241,
  arm: 364,
  ia32: 336,
};
const protReadWrite = 3;
const mapShared = 1;
/** `_SC_PAGESIZE`, the same for glibc and musl. */
const pageSizeName = 30;
const closeOnExec = 0x80000;

/** Loads the FFI library, which costs about 25 ms: only commands that record call this, once. */
export function loadSys(): Sys {
  const koffi = requireKoffi();
  const openNumber = perfEventOpenNumbers[arch()];
  if (openNumber === undefined) {
    throw new ToolError('unsupported-input', `recording is not possible on ${arch()} processors`, {
      hint: 'record with perf, whose perf.data is read on every machine',
    });
  }
  // The process itself holds the C library, whichever it is.
  const libc = koffi.load(null);
  // Declared with fixed arguments: these functions are variadic, but pass them alike on Linux.
  const c = {
    syscall: libc.func('long syscall(long, void *, int, int, int, unsigned long)'),
    ioctl: libc.func('int ioctl(int, unsigned long, long)'),
    ioctlBytes: libc.func('int ioctl(int, unsigned long, void *)'),
    mmap: libc.func('intptr_t mmap(void *, size_t, int, int, int, long)'),
    munmap: libc.func('int munmap(intptr_t, size_t)'),
    poll: libc.func('int poll(void *, unsigned long, int)'),
    read: libc.func('long read(int, void *, size_t)'),
    close: libc.func('int close(int)'),
    sysconf: libc.func('long sysconf(int)'),
    eventfd: libc.func('int eventfd(unsigned int, int)'),
    getrusage: libc.func('int getrusage(int, void *)'),
    prlimit: libc.func('int prlimit(int, int, void *, void *)'),
  };
  const answer = (value: unknown): number => {
    const result = Number(value);
    return result < 0 ? -koffi.errno() : result;
  };
  return {
    perfEventOpen: (attr, pid, cpu, group, flags) =>
      answer(c.syscall(openNumber, attr, pid, cpu, group, flags)),
    ioctl: (fd, request, argument) =>
      answer(
        typeof argument === 'number'
          ? c.ioctl(fd, request, argument)
          : c.ioctlBytes(fd, request, argument),
      ),
    mmap: (fd, length) => {
      const address = BigInt(c.mmap(null, length, protReadWrite, mapShared, fd, 0) as number);
      return BigInt.asIntN(64, address) === -1n
        ? BigInt(-koffi.errno())
        : BigInt.asUintN(64, address);
    },
    munmap: (address, length) => answer(c.munmap(address, length)),
    view: (address, length) => koffi.view(address, length),
    poll: (entries, count, timeoutMs) => answer(c.poll(entries, count, timeoutMs)),
    read: (fd, into) => answer(c.read(fd, into, into.length)),
    close: (fd) => answer(c.close(fd)),
    pageSize: () => answer(c.sysconf(pageSizeName)),
    eventfd: () => answer(c.eventfd(0, closeOnExec)),
    getrusage: (who, into) => answer(c.getrusage(who, into)),
    prlimit: (resource, next, old) => answer(c.prlimit(0, resource, next, old)),
    addressOf: (bytes) => koffi.address(bytes),
  };
}
