import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { fakeHost } from '../../src/cli/testing/fake-host.ts';
import { openProfile } from '../../src/load/index.ts';
import { parseElf, sourceOf } from '../../src/object/index.ts';
import { sectionCodec } from '../../src/platform/zlib-codec.ts';
import type { Profile } from '../../src/profile/index.ts';
import {
  callEdges,
  counterStaleness,
  findableCalls,
  GoCallSites,
  goStaleness,
  instrumentedFunctions,
  mergeProfiles,
  parseRawProfiles,
  type Staleness,
  summarize,
} from '../../src/training/index.ts';
import { findTool, requires } from './requires.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

class Folder implements Disposable {
  readonly path: string = mkdtempSync(join(tmpdir(), 'plateau-stale-'));

  run(tool: string, ...args: readonly string[]): string {
    const done = spawnSync(findTool(tool) ?? tool, args, { cwd: this.path, timeout: 60_000 });
    if (done.status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${done.stderr.toString()}`);
    return done.stdout.toString() + done.stderr.toString();
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.path, name), text);
  }

  read(name: string): Buffer {
    return readFileSync(join(this.path, name));
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

async function readProfile(path: string): Promise<Profile> {
  return (await openProfile(fakeHost([]), path, { timeline: false, symbols: false })).profile;
}

const program = `package main

import (
	"os"
	"runtime/pprof"
)

type step interface{ next(value uint64) uint64 }
type twist struct{ by uint64 }

//go:noinline
func (each *twist) next(value uint64) uint64 {
	for at := 0; at < 20; at++ {
		value = value*31 + each.by
	}
	return value
}

//go:noinline
func leaf(value uint64) uint64 {
	for at := uint64(0); at < 20; at++ {
		value = value*33 + at
	}
	return value
}

func small(value uint64) uint64 { return leaf(value) ^ 3 }

//go:noinline
func burn(steps []step, count int) (value uint64) {
	for at := 0; at < count; at++ {
		value = steps[at%len(steps)].next(value)
		value += small(value)
	}
	return value
}

func main() {
	file, _ := os.Create("cpu.pprof")
	pprof.StartCPUProfile(file)
	println(burn([]step{&twist{1}, &twist{3}}, 12_000_000))
	pprof.StopCPUProfile()
}
`;

/** What the profile in the folder is worth for a source, built now. */
async function goStale(folder: Folder, source: string): Promise<Staleness> {
  folder.write('main.go', source);
  folder.run('go', 'build', '-o', 'now', '.');
  const edges = findableCalls(await readProfile(join(folder.path, 'cpu.pprof')));
  const callers = new Set(edges.map(({ caller }) => caller));
  const sites = GoCallSites.read(parseElf(sourceOf(folder.read('now'))), callers);
  if (sites === undefined) throw new Error('no Go program');
  return goStaleness(edges, sites);
}

describe('what a profile is worth', () => {
  requires('go')('rests on the call edges that Go itself finds', async () => {
    using folder = new Folder();
    const recording = join(repository, 'fixtures/recordings/go-compile.pb.gz');
    folder.run('go', 'tool', 'preprofile', '-i', recording, '-o', 'edges');
    const [, ...lines] = folder.read('edges').toString().trimEnd().split('\n');
    const theirs = lines.flatMap((caller, at) =>
      at % 3 === 0 ? [`${caller} → ${lines[at + 1]} ${lines[at + 2]}`] : [],
    );
    const ours = callEdges(await readProfile(recording)).map(
      ({ caller, callee, offset, weight }) => `${caller} → ${callee} ${offset} ${weight}`,
    );
    expect(ours.length).toBeGreaterThan(100);
    expect(ours.toSorted()).toEqual(theirs.toSorted());
  });

  requires('go')('is lost with calls of Go that moved or are gone', async () => {
    using folder = new Folder();
    folder.write('go.mod', 'module example.com/stale\n\ngo 1.21\n');
    folder.write('main.go', program);
    folder.run('go', 'build', '-o', 'then', '.');
    execFileSync(join(folder.path, 'then'), { cwd: folder.path, timeout: 60_000, stdio: 'ignore' });

    const fresh = await goStale(folder, program);
    expect(fresh.lost).toBeLessThan(0.02);
    const moved = program.replace('	for at := 0; at < count', '	_ = count\n$&');
    const stale = await goStale(folder, moved);
    expect(stale.lost).toBeGreaterThan(0.3);
    expect(stale.functions[0]).toMatchObject({ name: 'main.burn', fate: 'changed' });
    expect(stale.functions[0]?.reason).toMatch(/moved by \+1 lines|no longer calls/);
    const renamed = await goStale(folder, program.replaceAll('small(', 'little('));
    expect(renamed.functions.find(({ name }) => name === 'main.small')?.fate).toBe('gone');
    // A comment above the function moves nothing within it.
    const above = await goStale(folder, program.replace('func burn', '// More.\nfunc burn'));
    expect(above.lost).toBe(fresh.lost);
  });

  requires('clang-19')('is lost with the functions that clang finds changed', () => {
    using folder = new Folder();
    const source = readFileSync(join(repository, 'examples/pgo-c/calc.c'), 'utf8');
    const counting = ['-O2', '-fprofile-generate', 'calc.c', '-o', 'counting'];
    folder.write('calc.c', source);
    folder.run('clang-19', ...counting);
    folder.write('input', 'add 5\nbits 3\nxor 12\n'.repeat(50));
    folder.run('sh', '-c', 'LLVM_PROFILE_FILE=raw ./counting 1000 < input');
    const profile = mergeProfiles(parseRawProfiles(folder.read('raw'), sectionCodec));
    const image = (): Staleness => {
      folder.run('clang-19', ...counting);
      const elf = parseElf(sourceOf(folder.read('counting')));
      return counterStaleness(profile, instrumentedFunctions(elf, sectionCodec));
    };
    expect(image()).toMatchObject({ lost: 0, newFunctions: 0 });

    const branch = 'for (; a != 0; a &= a - 1) if (++count == 99) puts("99");';
    folder.write('calc.c', source.replace('for (; a != 0; a &= a - 1) count++;', branch));
    const stale = image();
    expect(stale.gone).toBe(0);
    folder.run('llvm-profdata-19', 'merge', '-o', 'used.profdata', 'raw');
    const use = ['-O2', '-fprofile-use=used.profdata', '-c', 'calc.c'];
    const said = folder.run('clang-19', ...use);
    const discarded = [...said.matchAll(/up to (\d+) count discarded/g)];
    const theirs = discarded.reduce((sum, [, count]) => sum + Number(count), 0);
    expect(theirs).toBeGreaterThan(0);
    expect(stale.lost).toBeCloseTo(theirs / Number(summarize(profile.functions).total), 12);
  });
});
