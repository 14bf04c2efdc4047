import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolError } from '../base/tool-error.ts';
import { findSectionData, parseElf, sourceOf } from '../object/index.ts';
import { sectionCodec } from '../platform/zlib-codec.ts';
import { DebugInfo } from './debug-info.ts';

const names = [
  '.debug_info',
  '.debug_abbrev',
  '.debug_line',
  '.debug_str',
  '.debug_line_str',
  '.debug_ranges',
  '.debug_rnglists',
  '.debug_aranges',
  '.debug_addr',
  '.debug_str_offsets',
  '.debug_cu_index',
];

const zoo = fileURLToPath(new URL('../../fixtures/programs/inline-zoo', import.meta.url));

/**
 * The debug sections of a small program, one after the other with their lengths before them, so that
 * mutations meet DWARF and not ELF. Where nothing compiles there is only an empty seed.
 */
function seed(compiler: string, flags: readonly string[]): Uint8Array[] {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-fuzz-'));
  try {
    const object = join(folder, 'zoo');
    const sources = [join(zoo, 'zoo-alone.c')];
    execFileSync(compiler, ['-O2', ...flags, ...sources, '-o', object], { stdio: 'ignore' });
    return [packed(readFileSync(object))];
  } catch {
    return [];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function packed(image: Uint8Array): Uint8Array {
  const elf = parseElf(sourceOf(image));
  const parts = names.map((name) => findSectionData(elf, name, sectionCodec));
  const head = new Uint8Array(names.length * 4);
  const view = new DataView(head.buffer);
  for (const [i, part] of parts.entries()) view.setUint32(i * 4, part.length, true);
  return Buffer.concat([head, ...parts]);
}

export const fuzzTarget: { name: string; seeds(): Uint8Array[]; run(bytes: Uint8Array): void } = {
  name: 'debug-info',
  seeds: () => [
    new Uint8Array(names.length * 4 + 32),
    ...seed('cc', ['-gdwarf-3']),
    ...seed('cc', ['-gdwarf-4']),
    ...seed('cc', ['-gdwarf-5']),
    ...seed('clang', ['-gdwarf-5']),
  ],
  run(bytes) {
    if (bytes.length < names.length * 4) return;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const sections = new Map<string, Uint8Array>();
    let at = names.length * 4;
    names.forEach((name, i) => {
      const length = view.getUint32(i * 4, true) % (bytes.length + 1);
      sections.set(name, bytes.subarray(at, at + length));
      at += length;
    });
    const own = {
      littleEndian: (bytes[0] ?? 0) !== 0xfe,
      bytes: (name: string) => sections.get(name.replace(/\.dwo$/, '')) ?? new Uint8Array(0),
    };
    // The file is its own supplement, package and split unit: every path is taken.
    const info = new DebugInfo(own, { supplementary: own, package: own, split: () => own });
    for (let svma = 0x1000; svma < 0x1400; svma += 13) info.places(svma);
    for (let svma = 0; svma < 0x100; svma += 13) info.places(svma);
    for (const error of info.damage) if (!(error instanceof ToolError)) throw error;
  },
};
