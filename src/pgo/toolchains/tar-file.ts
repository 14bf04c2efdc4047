import { ToolError } from '../../base/tool-error.ts';

/** A file of a profile that has several: gcc writes one per object. */
export interface PackedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const blockSize = 512;
/** Longer names stand in an entry of their own (GNU tar). */
const longestName = 100;

/** A tar file that `tar` can list and unpack; without dates and owners, so that equal contents are equal bytes. */
export function encodeTar(files: readonly PackedFile[]): Uint8Array {
  const parts = files.flatMap(({ name, bytes }) => {
    const encoded = Buffer.from(name);
    const long =
      encoded.length > longestName
        ? [header('././@LongLink', encoded.length + 1, 'L'), padded(Buffer.from(`${name}\0`))]
        : [];
    return [
      ...long,
      header(encoded.toString('latin1', 0, longestName), bytes.length, '0'),
      padded(bytes),
    ];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * blockSize)]);
}

/** Whether a file begins with an entry of a tar file. */
export function isTar(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(257, 262)).toString('latin1') === 'ustar';
}

function header(name: string, size: number, type: string): Uint8Array {
  const block = Buffer.alloc(blockSize);
  block.write(name, 0, 'latin1');
  block.write('0000644\x000000000\x000000000\0', 100, 'latin1');
  block.write(`${size.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0`, 124, 'latin1');
  block.write(`        ${type}`, 148, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

function padded(bytes: Uint8Array): Uint8Array {
  const size = Math.ceil(bytes.length / blockSize) * blockSize;
  return Buffer.concat([bytes], size);
}

/** Names that lead out of the folder they are unpacked into, or to none, are refused. */
export function parseTar(file: Uint8Array): PackedFile[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const files: PackedFile[] = [];
  let longName = '';
  for (let at = 0; at + blockSize <= bytes.length && bytes[at] !== 0; ) {
    const digits = textAt(bytes, at + 124, 12).trim();
    const size = /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
    const end = at + blockSize + size;
    if (!Number.isInteger(size) || end > bytes.length) throw broken(at);
    const content = bytes.subarray(at + blockSize, end);
    if (bytes[at + 156] === 0x4c) longName = textAt(content, 0, content.length);
    else {
      const name = longName === '' ? textAt(bytes, at, longestName) : longName;
      if (name.split('/').some((part) => ['', '.', '..'].includes(part))) throw broken(at);
      files.push({ name, bytes: content });
      longName = '';
    }
    at = Math.ceil(end / blockSize) * blockSize;
  }
  return files;
}

function textAt(bytes: Buffer, start: number, length: number): string {
  const [text = ''] = bytes.toString('utf8', start, start + length).split('\0');
  return text;
}

function broken(offset: number): ToolError {
  return new ToolError('malformed-input', `not a tar file of gcc's profiles, at byte ${offset}`, {
    hint: 'train again: plateau pgo profile',
  });
}
