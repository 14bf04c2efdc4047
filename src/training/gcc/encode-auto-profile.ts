import { ByteWriter } from '../../base/byte-writer.ts';
import { ToolError } from '../../base/tool-error.ts';
import type { SampleProfile } from '../llvm/collect-samples.ts';
import type { FunctionSamples, LineKey } from '../llvm/function-samples.ts';
import { lineOffset } from '../llvm/function-samples.ts';

/** Words of the file: gcc/auto-profile.cc and gcov-io.h of GCC 12. */
const magic = 0x67636461; // 'gcda'
const version = 2;
const tags = {
  names: 0xaa000000,
  functions: 0xac000000,
  modules: 0xae000000,
  workingSet: 0xaf000000,
} as const;
/** HIST_TYPE_INDIR_CALL_TOPN, the only kind of histogram there is. */
const indirectCall = 7;

/**
 * Writes what `gcc -fauto-profile` reads. Lengths of sections are not read by anybody and stay 0. Expects
 * samples collected without discriminators: GCC 12 keys places by line only, and of several entries for a
 * line the last would count.
 */
export function encodeAutoProfile({
  functions,
  sampleCount,
}: SampleProfile): Uint8Array<ArrayBuffer> {
  if (functions.length === 0) {
    throw new ToolError('no-data', `none of ${sampleCount} samples has a source line`, {
      hint: 'build with -g and record that program',
    });
  }
  const names = nameNumbers(functions);
  const file = new ByteWriter();
  for (const word of [magic, version, 0, tags.names, 0, names.size]) file.u32(word);
  for (const name of names.keys()) encodeName(name, file);
  for (const word of [tags.functions, 0, functions.length]) file.u32(word);
  for (const samples of functions) {
    file.u64(whole(samples.head));
    encodeInstance(samples, names, file);
  }
  for (const word of [tags.modules, 0, 0, tags.workingSet, 0]) file.u32(word);
  return file.flush();
}

/** Zero-terminated and padded to words; GCC 12 has the length in bytes, padding included. */
function encodeName(name: string, file: ByteWriter): void {
  const bytes = new TextEncoder().encode(name);
  const size = Math.ceil((bytes.length + 1) / 4) * 4;
  file.u32(size);
  file.append(bytes);
  file.append(new Uint8Array(size - bytes.length));
}

/** Nested as deep as inlining, which is bounded where samples are collected. */
function encodeInstance(
  samples: FunctionSamples,
  names: ReadonlyMap<string, number>,
  file: ByteWriter,
): void {
  const sites = [...samples.inlined].flatMap(([key, there]) =>
    [...there.values()].map((inner) => ({ key, inner })),
  );
  file.u32(names.get(samples.name) ?? 0);
  file.u32(samples.body.size);
  file.u32(sites.length);
  for (const [key, count] of [...samples.body].sort(([a], [b]) => a - b)) {
    const targets = [...(samples.targets.get(key) ?? [])];
    file.u32(place(key));
    file.u32(targets.length);
    file.u64(whole(count));
    for (const [name, times] of targets) {
      file.u32(indirectCall);
      file.u64(BigInt(names.get(name) ?? 0));
      file.u64(whole(times));
    }
  }
  for (const { key, inner } of sites) {
    file.u32(place(key));
    encodeInstance(inner, names, file);
  }
}

function place(key: LineKey): number {
  return lineOffset(key) * 0x10000;
}

function whole(count: number): bigint {
  return BigInt(Math.round(count));
}

/** Has number 0, which gcc takes for the target of no call: it ends in an internal error (string_table::get_name). */
const nobody = '[nobody]';

/** Every name once: of functions, of what is inlined into them and of call targets. */
function nameNumbers(functions: readonly FunctionSamples[]): Map<string, number> {
  const numbers = new Map([[nobody, 0]]);
  const waiting = [...functions];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    const called = [...each.targets.values()].flatMap((targets) => [...targets.keys()]);
    for (const name of [each.name, ...called]) {
      if (!numbers.has(name)) numbers.set(name, numbers.size);
    }
    for (const there of each.inlined.values()) waiting.push(...there.values());
  }
  return numbers;
}
