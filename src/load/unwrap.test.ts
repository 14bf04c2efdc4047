import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { requires } from '../../tests/judges/requires.ts';
import { seededRandom } from '../base/random.ts';
import { ToolError } from '../base/tool-error.ts';
import { unwrap } from './unwrap.ts';

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function unzstd(bytes: Uint8Array, size = 1 << 20): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of unwrap('zstd', pieces(bytes, size))) parts.push(part);
  return Buffer.concat(parts);
}

function zstd(bytes: Uint8Array, ...flags: string[]): Uint8Array {
  return spawnSync('zstd', ['-q', '-c', ...flags], { input: bytes, maxBuffer: 2 ** 28 }).stdout;
}

/** A frame header with the given descriptor bytes, then one last run of 2^17 zeros. */
const frame = (...header: number[]): Uint8Array =>
  Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, ...header, 0x03, 0x00, 0x10, 0x00]);

describe('zstd', () => {
  const itWithZstd = requires('zstd');
  itWithZstd('unfolds what zstd wrote, in pieces of any size', async () => {
    const random = seededRandom(5);
    const text = Array.from({ length: 40_000 }, () => `frame${Math.floor(random() * 500)};`).join(
      '',
    );
    const plain = Buffer.from(text);
    for (const flags of [['-1'], ['-19'], ['--no-check'], ['-3', '--long=24']]) {
      const packed = zstd(plain, ...flags);
      for (const size of [7, 1000, 1 << 20]) {
        expect((await unzstd(packed, size)).equals(plain), `${flags.join()} ${size}`).toBe(true);
      }
    }
    const two = Buffer.concat([zstd(plain), zstd(plain)]);
    expect((await unzstd(two)).length).toBe(plain.length * 2);
  });

  it('unfolds a run', async () => {
    expect((await unzstd(frame(0x00, 0x38))).equals(Buffer.alloc(1 << 17))).toBe(true);
  });

  it.each([
    ['a window of 2 TiB', frame(0x00, 0xff), 'absurd window'],
    ['a content of 2^40 bytes', frame(0xe0, 0, 0, 0, 0, 0, 1, 0, 0), 'absurd window'],
    [
      'a later frame with such a window',
      Buffer.concat([frame(0, 0x38), frame(0, 0xff)]),
      'absurd window',
    ],
    [
      'a block of 2 MiB',
      Uint8Array.from([...frame(0x00, 0x38).subarray(0, 6), 0xf9, 0xff, 0xff]),
      'absurd block',
    ],
    ['a cut', frame(0x00, 0x38).subarray(0, 9), 'truncated zstd data at 0x9: block'],
    [
      'bytes that follow',
      Buffer.concat([frame(0x00, 0x38), Buffer.from('hello')]),
      'not a zstd frame',
    ],
  ])('refuses %s', async (_what, bytes, message) => {
    const error: unknown = await unzstd(bytes).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ToolError);
    expect(String(error)).toContain(message);
  });
});
