import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect } from 'vitest';
import { GoLineTable, parseElf } from '../../src/object/index.ts';
import { openFileSource } from '../../src/platform/file-source.ts';
import { sectionCodec } from '../../src/platform/zlib-codec.ts';
import { callFramesOf } from '../../src/unwind/image-frames.ts';
import { PerfFolder, readPerfData, stackNames } from './perf-recordings.ts';
import { findTool, requires } from './requires.ts';

const sources = fileURLToPath(new URL('../../fixtures/programs/go-stacks/', import.meta.url));
const folder = new PerfFolder();
afterAll(() => folder[Symbol.dispose]());

function build(name: string, cgo: '0' | '1', ...flags: readonly string[]): string {
  const binary = join(folder.path, name);
  execFileSync(findTool('go') ?? 'go', ['build', ...flags, '-o', binary, '.'], {
    cwd: sources,
    env: { ...process.env, CGO_ENABLED: cgo },
    timeout: 120_000,
    stdio: 'pipe',
  });
  return binary;
}

const dwarf = ['-F', '1999', '--call-graph', 'dwarf,16384'];
const inMain = 'main.burn main.main runtime.main runtime.goexit';
const calls = Array.from({ length: 11 }, () => 'main.descend').join(' ');
const inWorker = `main.burn ${calls} main.worker main.main.gowrap1 runtime.goexit`;

/** Stacks in user mode, the leaf first, and how many samples have each. */
async function countStacks(file: string): Promise<Map<string, number>> {
  const profile = await readPerfData(file);
  const counts = new Map<string, number>();
  for (let row = 0; row < profile.samples.length; row++) {
    const names = stackNames(profile, row);
    const text = names
      .slice(names.findIndex((name) => /^(main|runtime)\.|^c_/.test(name)))
      .join(' ');
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

describe('stacks of Go programs', () => {
  requires('go')('have frames as large as .debug_frame says', () => {
    using source = openFileSource(build('full', '0'));
    const elf = parseElf(source);
    const table = GoLineTable.find(elf);
    const frames = callFramesOf(elf, sectionCodec);
    if (table === undefined) throw new Error('no pclntab');
    let compared = 0;
    const different: string[] = [];
    for (let row = 0; row < table.length; row++) {
      const [start, end] = [table.startOf(row), table.startOf(row + 1)];
      const step = table.nameOf(row).startsWith('main.') ? 1 : 13;
      for (let svma = start; svma < end; svma += step) {
        const section = frames.find(svma);
        const go = table.frame(svma);
        if (section === undefined || go === undefined || go.frameBytes < 0) continue;
        section.program.runTo(section.fde, svma);
        compared++;
        const { cfaRegister, cfaOffset } = section.row;
        if (cfaRegister === 7 && cfaOffset === go.frameBytes + 8) continue;
        different.push(`${table.nameOf(row)} ${svma.toString(16)} ${cfaOffset} ${go.frameBytes}`);
      }
    }
    expect(compared).toBeGreaterThan(20_000);
    expect(different.slice(0, 3)).toEqual([]);
  });

  for (const [name, ...flags] of [['plain'], ['stripped', '-ldflags=-s -w']] as const) {
    requires('go', 'perf')(`reach the goroutine's first function: ${name}`, async (context) => {
      const file = folder.record(context, dwarf, [build(name, '0', ...flags), '400']);
      const counts = await countStacks(file);
      expect(counts.get(inMain) ?? 0).toBeGreaterThan(20);
      expect(counts.get(inWorker) ?? 0).toBeGreaterThan(10);
      const burning = [...counts].filter(([text]) => text.startsWith('main.burn'));
      expect(burning.map(([text]) => text).sort()).toEqual([inMain, inWorker].sort());
    });
  }

  requires('go', 'perf')('follow rbp in recordings of frame pointers', async (context) => {
    const args = ['-F', '1999', '--call-graph', 'fp'];
    const file = folder.record(context, args, [build('pointers', '0'), '400']);
    const texts = [...(await countStacks(file)).keys()];
    expect(texts.some((text) => text.endsWith(' main.main runtime.main runtime.goexit'))).toBe(
      true,
    );
  });

  requires(
    'go',
    'perf',
    'gcc',
  )('end where a call into C changed stacks', async (context) => {
    const file = folder.record(context, dwarf, [build('cgo', '1'), '400']);
    const counts = await countStacks(file);
    const inC = [...counts.keys()].filter((text) => text.startsWith('c_loop'));
    expect(inC.length).toBe(1);
    expect(inC[0]).toMatch(/^c_loop c_entry _cgo_\w+_Cfunc_c_entry runtime\.asmcgocall$/);
  });
});
