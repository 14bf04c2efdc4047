import { execFileSync } from 'node:child_process';
import { fakeHost } from '../../src/cli/testing/fake-host.ts';
import { openImage } from '../../src/load/open-image.ts';
import { SymbolSources } from '../../src/load/symbolize-files.ts';

/** A frame as both sides are compared: innermost first. */
export interface JudgedFrame {
  readonly name: string;
  readonly place: string;
}

/** Every `step`th address of the code of an image. */
export function codeAddresses(binary: string, step: number): number[] {
  const headers = execFileSync('readelf', ['-SW', binary], { encoding: 'utf8' });
  const found: number[] = [];
  for (const match of headers.matchAll(/ (\.text\S*) +\S+ +([0-9a-f]+) [0-9a-f]+ ([0-9a-f]+)/g)) {
    const start = Number.parseInt(match[2] ?? '', 16);
    const end = start + Number.parseInt(match[3] ?? '', 16);
    for (let svma = start; svma < end; svma += step) found.push(svma);
  }
  return found;
}

/** Our answer, from the image and the files that its debug info lies in. */
export async function ourFrames(
  binary: string,
  addresses: readonly number[],
): Promise<JudgedFrame[][]> {
  const host = fakeHost([]);
  using sources = new SymbolSources(host);
  const { symbolizer } = await openImage(host, sources, binary);
  return addresses.map((svma) =>
    symbolizer
      .places(svma)
      .map(({ name, file, line, column }) => ({ name, place: `${file}:${line}:${column}` }))
      .reverse(),
  );
}

export function llvmFrames(binary: string, addresses: readonly number[]): JudgedFrame[][] {
  const flags = ['--functions=linkage', '--inlines', '--no-demangle', `--obj=${binary}`];
  const output = execFileSync('llvm-symbolizer', flags, {
    input: addresses.map((svma) => `0x${svma.toString(16)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  return output
    .trimEnd()
    .split('\n\n')
    .map((block) => pairs(block.split('\n')));
}

/** addr2line has no columns, and no separator but the address. */
export function addr2lineFrames(binary: string, addresses: readonly number[]): JudgedFrame[][] {
  const output = execFileSync('addr2line', ['-a', '-f', '-i', '-e', binary], {
    input: addresses.map((svma) => `0x${svma.toString(16)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  return output
    .split(/^0x[0-9a-f]+\n/m)
    .slice(1)
    .map((block) => pairs(block.trimEnd().split('\n')))
    .map((frames) =>
      frames.map(({ name, place }) => ({
        name,
        place: place.replace(/ \(discriminator \d+\)/, ''),
      })),
    );
}

function pairs(lines: readonly string[]): JudgedFrame[] {
  const frames: JudgedFrame[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    frames.push({ name: lines[i] ?? '', place: lines[i + 1] ?? '' });
  }
  return frames;
}

/**
 * The name of the physical function: llvm-symbolizer takes it from the symbol table, where compilers add
 * suffixes to parts and copies of a function, and where folded functions have several names.
 */
export class OuterNames {
  readonly #namesAt = new Map<string, Set<string>>();
  readonly #addressOf = new Map<string, string>();

  constructor(binary: string) {
    const symbols = execFileSync('nm', [binary], { encoding: 'utf8', maxBuffer: 1 << 30 });
    for (const [, address = '', name = ''] of symbols.matchAll(/^([0-9a-f]+) \w (\S+)$/gm)) {
      const names = this.#namesAt.get(address) ?? new Set();
      this.#namesAt.set(address, names.add(name));
      this.#addressOf.set(name, address);
    }
  }

  isSame(ours: string, theirs: string): boolean {
    if (ours === theirs) return true;
    const plain = withoutSuffix(theirs);
    if (ours === plain) return true;
    const aliases = this.#namesAt.get(this.#addressOf.get(theirs) ?? '') ?? new Set();
    if (aliases.has(ours) || [...aliases].some((name) => withoutSuffix(name) === ours)) return true;
    // A function of this file alone, for which compilers write no linkage name: _ZL8complaini.
    const local = ours.replace(/^~/, '').replace(/<.*$/, '');
    return theirs.startsWith('_Z') && plain.includes(`${local.length}${local}`);
  }
}

function withoutSuffix(name: string): string {
  return name.replace(/\.(isra|constprop|part|cold|llvm|lto_priv)(\.\d+)?/g, '');
}
