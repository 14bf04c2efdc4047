import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sectionCodec } from '../platform/zlib-codec.ts';
import { sourceOf } from './byte-source.ts';
import { summarizeDebugInfo } from './debug-info.ts';
import { parseElf } from './elf-file.ts';
import { findDebugLink, findSupplementaryLink } from './elf-links.ts';
import { notesOf } from './elf-notes.ts';
import { parseSymbolSection } from './elf-symbols.ts';
import { sectionTypes } from './elf-table.ts';
import { svmaOfFileOffset } from './load-segments.ts';
import { parsePltNames } from './plt-names.ts';
import { sectionData } from './section-data.ts';
import { SymbolLookup } from './symbol-lookup.ts';

const program = `#include <stdlib.h>
static int inner(int x) { return x * 2; }
int main(int n) { void *p = malloc(n); free(p); return inner(n); }
`;

/** Small programs in the forms that differ; without a compiler, the first bytes of Node itself. */
function compiled(...flags: readonly string[]): Uint8Array[] {
  const output = join(tmpdir(), `plateau-fuzz-${process.pid}`);
  const args = ['-x', 'c', '-', '-g', ...flags, '-o', output];
  try {
    execFileSync('cc', args, { input: program, stdio: 'pipe', timeout: 60_000 });
    return [readFileSync(output)];
  } catch {
    return [readFileSync(process.execPath).subarray(0, 1 << 16)];
  } finally {
    rmSync(output, { force: true });
  }
}

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'elf',
  seeds: () => [
    ...compiled('-Wl,-z,lazy'),
    ...compiled('-gz=zlib', '-fcf-protection=full'),
    ...compiled('-s'),
  ],
  run(bytes) {
    const elf = parseElf(sourceOf(bytes));
    summarizeDebugInfo(elf);
    for (const note of notesOf(elf)) note.bytes.at(0);
    findDebugLink(elf);
    findSupplementaryLink(elf);
    const lookups = [sectionTypes.symbols, sectionTypes.dynamicSymbols].map(
      (type) =>
        new SymbolLookup(parseSymbolSection(elf, type, { codec: sectionCodec, labels: true })),
    );
    const plt = parsePltNames(elf, (svma) => lookups[0]?.find(svma)?.name);
    for (let offset = 0; offset < bytes.length; offset += 97) {
      const svma = svmaOfFileOffset(elf, offset) ?? offset;
      for (const lookup of lookups) lookup.find(svma);
      plt.find(svma);
    }
    for (const section of elf.sections.slice(0, 40)) sectionData(elf, section, sectionCodec);
  },
};
