import { ByteWriter } from '../../../base/byte-writer.ts';
import { ProtobufWriter } from '../../../base/protobuf-writer.ts';

/** An image in the words of simpleperf's record_file_format.h. */
export interface MadeFile {
  readonly path: string;
  readonly kind: number;
  readonly codeStart: number;
  readonly codeOffset: number;
  readonly symbols: readonly (readonly [start: bigint, length: number, name: string])[];
}

/** Section `file2`. */
export function fileMessages(made: readonly MadeFile[]): Uint8Array {
  const out = new ByteWriter();
  for (const { path, kind, codeStart, codeOffset, symbols } of made) {
    const [file, inner] = [new ProtobufWriter(), new ProtobufWriter()];
    file.text(1, path);
    file.integer(2, kind);
    file.integer(3, codeStart);
    for (const [start, length, name] of symbols) {
      inner.integer64(1, start);
      inner.integer(2, length);
      inner.text(3, name);
      file.message(4, inner);
    }
    inner.integer(1, codeOffset);
    if (kind === 2) file.message(6, inner);
    const bytes = file.flush();
    out.u32(bytes.length);
    out.append(bytes);
  }
  return out.flush();
}

/** Section `file` of older recorders. */
export function fileStructs(made: readonly MadeFile[]): Uint8Array {
  const out = new ByteWriter();
  for (const { path, kind, codeStart, codeOffset, symbols } of made) {
    const file = new ByteWriter();
    file.text(`${path}\0`);
    file.u32(kind);
    file.u64(BigInt(codeStart));
    file.u32(symbols.length);
    for (const [start, length, name] of symbols) {
      file.u64(start);
      file.u32(length);
      file.text(`${name}\0`);
    }
    if (kind === 2) file.u64(BigInt(codeOffset));
    const bytes = file.flush();
    out.u32(bytes.length);
    out.append(bytes);
  }
  return out.flush();
}
