import { closeSync, openSync, writeSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errno } from './errno-table.ts';
import { loadSys } from './sys.ts';

const sys = loadSys();

describe('system calls', () => {
  it('answer with the negative error number', () => {
    expect(sys.close(-1)).toBe(-errno.EBADF);
    expect(sys.ioctl(-1, 0x2400, 0)).toBe(-errno.EBADF);
    expect(sys.mmap(-1, 4096)).toBe(BigInt(-errno.EBADF));
    expect(sys.perfEventOpen(new Uint8Array(128), 0, -1, -1, 8)).toBeLessThan(0);
  });

  it('poll sees an event file become readable', () => {
    const fd = sys.eventfd();
    const entries = new Uint8Array(8);
    const view = new DataView(entries.buffer);
    view.setInt32(0, fd, true);
    view.setInt16(4, 1, true);
    expect(sys.poll(entries, 1, 0)).toBe(0);
    writeSync(fd, new Uint8Array([1, 0, 0, 0, 0, 0, 0, 0]));
    expect(sys.poll(entries, 1, 0)).toBe(1);
    expect(view.getInt16(6, true)).toBe(1);
    const count = new Uint8Array(8);
    expect(sys.read(fd, count)).toBe(8);
    expect(count[0]).toBe(1);
    sys.close(fd);
  });

  it('map a file as memory', () => {
    const file = openSync('/proc/self/exe', 'r');
    // Shared and writable is refused for a file opened for reading.
    expect(sys.mmap(file, 4096)).toBe(BigInt(-errno.EACCES));
    closeSync(file);
  });

  it('tell the processor time of children', () => {
    const usage = new Uint8Array(144);
    expect(sys.getrusage(0, usage)).toBe(0);
    const view = new DataView(usage.buffer);
    const userUs = Number(view.getBigInt64(0, true)) * 1e6 + Number(view.getBigInt64(8, true));
    expect(userUs).toBeGreaterThan(0);
  });
});
