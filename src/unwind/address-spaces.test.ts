import { describe, expect, it } from 'vitest';
import { AddressSpaces } from './address-spaces.ts';

function code(start: number, length: number, path = '/bin/a') {
  return { start, length, fileOffset: 0, path, buildId: '', executable: true };
}

function pathAt(spaces: AddressSpaces, pid: number, timeNs: number, avma: number): string {
  const index = spaces.findMapping(spaces.spaceAt(pid, timeNs), avma);
  return spaces.mappings[index]?.path ?? 'none';
}

describe('AddressSpaces', () => {
  it('finds code by process and address', () => {
    const spaces = new AddressSpaces();
    spaces.addMapping(1, 0, code(0x1000, 0x1000, '/bin/a'));
    spaces.addMapping(1, 0, code(0x4000, 0x1000, '/lib/b'));
    expect([0xfff, 0x1000, 0x1fff, 0x2000, 0x4800].map((a) => pathAt(spaces, 1, 5, a))).toEqual([
      'none',
      '/bin/a',
      '/bin/a',
      'none',
      '/lib/b',
    ]);
    expect(pathAt(spaces, 2, 5, 0x1000)).toBe('none');
    expect(spaces.spaceAt(2, 5)).not.toBe(spaces.spaceAt(1, 5));
  });

  it('keeps the space when code is added where none was asked for', () => {
    const spaces = new AddressSpaces();
    spaces.addMapping(1, 0, code(0x1000, 0x1000));
    const before = spaces.spaceAt(1, 10);
    spaces.addMapping(1, 10, code(0x4000, 0x1000));
    expect(spaces.spaceAt(1, 20)).toBe(before);
    spaces.findMapping(before, 0x8000);
    spaces.addMapping(1, 30, code(0x8000, 0x1000));
    expect(spaces.spaceAt(1, 29)).toBe(before);
    expect(spaces.spaceAt(1, 30)).not.toBe(before);
    expect(pathAt(spaces, 1, 30, 0x8000)).toBe('/bin/a');
  });

  it('splits what a mapping covers in part, and only from then on', () => {
    const spaces = new AddressSpaces();
    spaces.addMapping(1, 0, code(0x1000, 0x3000, '/bin/a'));
    spaces.addMapping(1, 10, code(0x2000, 0x1000, '/lib/b'));
    spaces.addMapping(1, 20, { ...code(0x1000, 0x800, '//anon'), executable: false });
    const at = (timeNs: number) =>
      [0x1400, 0x1900, 0x2000, 0x3000].map((avma) => pathAt(spaces, 1, timeNs, avma));
    expect(at(9)).toEqual(['/bin/a', '/bin/a', '/bin/a', '/bin/a']);
    expect(at(10)).toEqual(['/bin/a', '/bin/a', '/lib/b', '/bin/a']);
    expect(at(20)).toEqual(['none', '/bin/a', '/lib/b', '/bin/a']);
    expect(spaces.mappings.length).toBe(2);
  });

  it('ignores data that covers no code', () => {
    const spaces = new AddressSpaces();
    spaces.addMapping(1, 0, code(0x1000, 0x1000));
    const before = spaces.spaceAt(1, 0);
    for (let i = 0; i < 1000; i++) {
      spaces.addMapping(1, i, { ...code(0x10000 * (i + 1), 0x1000), executable: false });
    }
    expect(spaces.spaceAt(1, 1000)).toBe(before);
    expect(spaces.mappings.length).toBe(1);
  });

  it('gives a child its parent`s code until either changes', () => {
    const spaces = new AddressSpaces();
    spaces.addMapping(1, 0, code(0x1000, 0x1000, '/bin/a'));
    spaces.fork(2, 1, 10);
    expect(spaces.spaceAt(2, 11)).toBe(spaces.spaceAt(1, 11));
    spaces.addMapping(1, 20, code(0x4000, 0x1000, '/lib/parent'));
    spaces.addMapping(2, 20, code(0x4000, 0x1000, '/lib/child'));
    expect(pathAt(spaces, 1, 20, 0x4000)).toBe('/lib/parent');
    expect(pathAt(spaces, 2, 20, 0x4000)).toBe('/lib/child');
    expect(pathAt(spaces, 2, 19, 0x4000)).toBe('none');
  });

  it('forgets everything at exec, and knows a reused pid by its time', () => {
    const spaces = new AddressSpaces();
    spaces.addMapping(1, 0, code(0x1000, 0x1000, '/bin/sh'));
    spaces.fork(2, 1, 10);
    spaces.exec(2, 20);
    spaces.addMapping(2, 21, code(0x1000, 0x1000, '/bin/ls'));
    spaces.fork(2, 1, 50);
    const seen = [15, 20, 25, 49, 55].map((timeNs) => pathAt(spaces, 2, timeNs, 0x1000));
    expect(seen).toEqual(['/bin/sh', '/bin/ls', '/bin/ls', '/bin/ls', '/bin/sh']);
  });

  it('shares rows of files between processes, not those of anonymous memory', () => {
    const spaces = new AddressSpaces();
    for (const pid of [1, 2]) {
      spaces.addMapping(pid, 0, code(0x1000, 0x1000, '/bin/a'));
      spaces.addMapping(pid, 0, code(0x4000, 0x1000, '//anon'));
    }
    expect(spaces.mappings.map(({ path, pid }) => `${path} ${pid}`)).toEqual([
      '/bin/a 1',
      '//anon 1',
      '//anon 2',
    ]);
  });
});
