import { closeSync, openSync, readSync } from 'node:fs';
import { ByteReader } from '../base/byte-reader.ts';
import { readText } from './process-files.ts';

/** Code of the kernel, as far as this user may know where it lies. Avma. */
export interface KernelImage {
  /** `[kernel.kallsyms]_text`, `[nf_tables]`. */
  readonly name: string;
  readonly start: bigint;
  readonly length: bigint;
}

/** On x86-64 the kernel lies below its modules, wherever it was moved to. */
const moduleSpace: Readonly<Record<string, bigint>> = { x64: 0xffff_ffff_c000_0000n };

/**
 * The kernel itself. `_text` stands among the first symbols; where its code ends is known from the
 * layout of the address space, because finding `_etext` means reading megabytes.
 */
export function readKernelImage(
  arch: string,
  kallsyms = '/proc/kallsyms',
): KernelImage | undefined {
  const limit = moduleSpace[arch];
  const found = findSymbols(kallsyms, limit === undefined ? ['_text', '_etext'] : ['_text']);
  const start = found.get('_text') ?? 0n;
  const end = limit ?? found.get('_etext') ?? 0n;
  if (start === 0n || end <= start) return undefined;
  return { name: '[kernel.kallsyms]_text', start, length: end - start };
}

function findSymbols(path: string, names: readonly string[]): Map<string, bigint> {
  const found = new Map<string, bigint>();
  const wanted = new RegExp(`^([0-9a-f]+) [a-zA-Z] (${names.join('|')})$`, 'gm');
  let file = -1;
  try {
    file = openSync(path, 'r');
    const chunk = Buffer.alloc(65_536);
    let rest = '';
    while (found.size < names.length) {
      const length = readSync(file, chunk);
      if (length === 0) break;
      const text = rest + chunk.toString('latin1', 0, length);
      const end = text.lastIndexOf('\n') + 1;
      for (const [, address, name] of text.slice(0, end).matchAll(wanted)) {
        found.set(name ?? '', BigInt(`0x${address}`));
      }
      rest = text.slice(end);
    }
  } catch {
    // Not readable: the kernel stays without a place.
  } finally {
    if (file >= 0) closeSync(file);
  }
  return found;
}

/** `name size references users state address`; addresses are zero without the right to see them. */
export function readKernelModules(path = '/proc/modules'): KernelImage[] {
  const lines = (readText(path) ?? '').split('\n');
  return lines.flatMap((line) => {
    const [name, size, , , , address] = line.split(' ');
    if (name === undefined || size === undefined || address === undefined) return [];
    const start = BigInt(address);
    return start === 0n ? [] : [{ name: `[${name}]`, start, length: BigInt(size) }];
  });
}

const gnuBuildId = 3;

/** Of the running kernel, from its notes: hexadecimal. */
export function readKernelBuildId(path = '/sys/kernel/notes'): string | undefined {
  let file = -1;
  try {
    file = openSync(path, 'r');
    const bytes = Buffer.alloc(65_536);
    const notes = new ByteReader(bytes.subarray(0, readSync(file, bytes)), 'kernel notes');
    while (notes.remaining >= 12) {
      const ownerSize = notes.u32('owner size');
      const bodySize = notes.u32('body size');
      const type = notes.u32('type');
      const owner = notes.text(alignTo4(ownerSize), 'owner');
      const body = notes.take(alignTo4(bodySize), 'body').subarray(0, bodySize);
      if (type === gnuBuildId && owner.startsWith('GNU')) return Buffer.from(body).toString('hex');
    }
  } catch {
    // Unreadable or cut: no build id.
  } finally {
    if (file >= 0) closeSync(file);
  }
  return undefined;
}

function alignTo4(size: number): number {
  return Math.ceil(size / 4) * 4;
}
