import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { findBuildId, parseElf, parseFunctionSymbols, sourceOf } from '../../src/object/index.ts';
import { requires } from './requires.ts';

const images = ['/bin/ls', '/lib/x86_64-linux-gnu/libc.so.6', '/lib/x86_64-linux-gnu/libm.so.6']
  .filter((path) => existsSync(path))
  .map((path) => realpathSync(path));

const itWithReadelf = requires('readelf');

const readelf = (...args: readonly string[]): string =>
  execFileSync('readelf', [...args], { encoding: 'utf8', maxBuffer: 1 << 28 });

describe.each(images)('readelf agrees on %s', (path) => {
  const elf = parseElf(sourceOf(readFileSync(path)));

  itWithReadelf('on the build id', () => {
    expect(findBuildId(elf)).toBe(/Build ID: ([0-9a-f]+)/.exec(readelf('-nW', path))?.[1]);
  });

  itWithReadelf('on sections, with addresses, offsets and sizes', () => {
    const rows = readelf('-SW', path).matchAll(
      /^\s*\[ *(\d+)\] (\S*) +[A-Z_0-9]+ +([0-9a-f]{16}) ([0-9a-f]+) ([0-9a-f]+)/gm,
    );
    const theirs = Array.from(rows, ([, , name, address, offset, size]) => [
      name,
      address,
      offset,
      size,
    ]);
    const ours = elf.sections.map((section) => [
      section.name,
      section.address.toString(16).padStart(16, '0'),
      section.offset.toString(16).padStart(6, '0'),
      section.size.toString(16).padStart(6, '0'),
    ]);
    expect(ours).toEqual(theirs);
  });

  itWithReadelf('on the functions of the symbol table', () => {
    const rows = readelf('-sW', path).matchAll(
      /^ *\d+: ([0-9a-f]{16}) +(\S+) (?:FUNC|IFUNC) +\S+ +\S+ +(?:\d+|ABS) (\S+)/gm,
    );
    const theirs = Array.from(
      rows,
      ([, address, , name]) => `${Number(`0x${address}`)} ${name?.split('@')[0]}`,
    );
    const symbols = parseFunctionSymbols(elf);
    const ours = Array.from(
      symbols.address,
      (address, row) => `${address} ${symbols.nameAt(row).split('@')[0]}`,
    );
    expect(ours.length).toBeGreaterThan(0);
    expect(ours.sort()).toEqual(theirs.sort());
  });
});
