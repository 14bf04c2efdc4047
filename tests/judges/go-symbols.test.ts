import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { GoLineTable, parseElf, sourceOf } from '../../src/object/index.ts';
import { findTool, requires } from './requires.ts';

const source = `package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
)

type item struct{ key, value int }

func square(x int) int { return x * x }

func weigh(x int) int { return square(x) + square(x+1) }

//go:noinline
func spin(n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		sum += weigh(i) & 7
	}
	return sum
}

func main() {
	items := make([]item, 1000)
	for i := range items {
		items[i] = item{i * 7919 % 1000, i}
	}
	sort.Slice(items, func(a, b int) bool { return items[a].key < items[b].key })
	fmt.Fprintln(os.Stdout, strings.Repeat("x", 3), spin(1000), items[3])
}
`;

let folder = '';
const binary = (name: string): string => join(folder, name);

function build(name: string, ...flags: readonly string[]): void {
  const go = findTool('go') ?? 'go';
  const args = ['build', ...flags, '-o', binary(name), '.'];
  execFileSync(go, args, { cwd: folder, timeout: 120_000, stdio: 'pipe' });
}

function tableOf(name: string): GoLineTable {
  const table = GoLineTable.find(parseElf(sourceOf(readFileSync(binary(name)))));
  if (table === undefined) throw new Error(`${name} has no table`);
  return table;
}

/** Addresses all over the program: its own functions at every byte, others at some. */
function addressesOf(table: GoLineTable): number[] {
  const addresses: number[] = [];
  for (let row = 0; row < table.length; row++) {
    const [start, end] = [table.startOf(row), table.startOf(row + 1)];
    const step = table.nameOf(row).startsWith('main.') ? 1 : 97;
    for (let at = start; at < end; at += step) addresses.push(at);
  }
  // Between functions is filling, which has no line.
  return addresses.filter((at) => (table.places(at).at(-1)?.line ?? 0) > 0);
}

/** Names of types inside functions have a middle dot that symbol tables write as a dot. */
function dotted(name: string): string {
  return name.replaceAll('·', '.');
}

/** A line of llvm-symbolizer's JSON as `function:line`, outermost first. */
function chainOf(line: string): string[] {
  const { Symbol: frames } = JSON.parse(line) as {
    Symbol: { FunctionName: string; Line: number }[];
  };
  const chain = frames.map((each) => `${each.FunctionName.replace(/\.abi0$/, '')}:${each.Line}`);
  return chain.reverse();
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-go-'));
  writeFileSync(join(folder, 'main.go'), source);
  writeFileSync(join(folder, 'go.mod'), 'module example.com/spin\n\ngo 1.20\n');
  if (findTool('go') !== undefined) {
    build('full');
    build('stripped', '-ldflags=-s -w');
    build('pie', '-buildmode=pie', '-ldflags=-s -w');
  }
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe('Go programs', () => {
  requires('go')('go tool nm agrees on every function', () => {
    const table = tableOf('full');
    const text = execFileSync('go', ['tool', 'nm', binary('full')], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    // One name may stand for two functions, of which nm tells the one of assembly by a suffix.
    const rows = text.matchAll(/^ *([0-9a-f]+) [tT] (.+)$/gm);
    const theirs = new Set(
      Array.from(rows, ([, at, name]) => `${at} ${name?.replace(/\.abi0$/, '')}`),
    );
    const ours = Array.from(
      { length: table.length },
      (_, row) => `${table.startOf(row).toString(16)} ${dotted(table.nameOf(row))}`,
    );
    const missing = ours.filter((each) => !theirs.has(each));
    expect(ours.length).toBeGreaterThan(1000);
    expect(missing).toEqual([]);
  });

  requires('go')('go tool addr2line agrees on files and lines', () => {
    const table = tableOf('full');
    const addresses = addressesOf(table).filter((_, index) => index % 5 === 0);
    const text = execFileSync('go', ['tool', 'addr2line', binary('full')], {
      input: addresses.map((at) => `0x${at.toString(16)}\n`).join(''),
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    const lines = text.split('\n');
    const wrong = addresses.filter((at, index) => {
      const inner = table.places(at).at(-1);
      return lines[index * 2 + 1] !== `${inner?.file}:${inner?.line}`;
    });
    expect(addresses.length).toBeGreaterThan(1000);
    expect(wrong).toEqual([]);
  });

  requires('go', 'llvm-symbolizer')('llvm-symbolizer agrees on inlined calls', () => {
    const table = tableOf('full');
    const addresses = addressesOf(table);
    const args = ['--obj', binary('full'), '--inlines', '--output-style=JSON'];
    const input = addresses.map((at) => `0x${at.toString(16)}`).join('\n');
    const text = execFileSync('llvm-symbolizer', args, {
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const theirs = text.trim().split('\n').map(chainOf);
    const ours = addresses.map((at) =>
      table.places(at).map((each) => `${dotted(each.name)}:${each.line}`),
    );
    const wrong = ours.flatMap((chain, index) => {
      const [we, they] = [chain.join(' '), theirs[index]?.join(' ') ?? ''];
      // Code that the compiler made up has line 1 here and line 0 in DWARF.
      const isSame = we === they || (they.endsWith(':0') && we.startsWith(they.slice(0, -1)));
      return isSame ? [] : [{ at: addresses[index]?.toString(16), we, they }];
    });
    expect(ours.filter((chain) => chain.length > 1).length).toBeGreaterThan(500);
    expect(wrong).toEqual([]);
  });

  requires('go')('stripped programs say the same', () => {
    const [full, stripped] = [tableOf('full'), tableOf('stripped')];
    for (const at of addressesOf(full)) expect(stripped.places(at)).toEqual(full.places(at));
  });

  requires('go')('and without any section headers', () => {
    const bytes = Uint8Array.from(readFileSync(binary('stripped')));
    // e_shoff, e_shnum and e_shstrndx of an ELF64 header.
    bytes.fill(0, 40, 48);
    bytes.fill(0, 60, 64);
    const [full, bare] = [tableOf('full'), GoLineTable.find(parseElf(sourceOf(bytes)))];
    for (const at of addressesOf(full)) expect(bare?.places(at)).toEqual(full.places(at));
  });

  requires('go')('position independent ones too', () => {
    const pie = tableOf('pie');
    const rows = Array.from({ length: pie.length }, (_, row) => row);
    const spin = rows.find((row) => pie.nameOf(row) === 'main.spin') ?? -1;
    const chains = new Set<string>();
    for (let at = pie.startOf(spin); at < pie.startOf(spin + 1); at++) {
      chains.add(
        pie
          .places(at)
          .map(({ name }) => name)
          .join(';'),
      );
    }
    expect(chains).toContain('main.spin;main.weigh;main.square');
  });
});
