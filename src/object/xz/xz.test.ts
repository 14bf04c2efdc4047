import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/random.ts';
import { ToolError } from '../../base/tool-error.ts';
import { decodeXz } from './xz.ts';

function xz(bytes: Uint8Array, ...flags: readonly string[]): Uint8Array {
  return execFileSync('xz', ['-c', ...flags], { input: bytes, maxBuffer: 1 << 28 });
}

const text = Buffer.from('a plateau is wide and flat; '.repeat(2000));
const code = readFileSync(process.execPath).subarray(1_000_000, 1_700_000);
const random = seededRandom(3);
const noise = Uint8Array.from({ length: 200_000 }, () => random() * 256);

describe('decodeXz', () => {
  it.each([
    ['text', text, ['-9']],
    ['code', code, ['-6']],
    ['code, other properties', code, ['--lzma2=lc=1,lp=2,pb=0', '--check=crc32']],
    ['code, quickly', code, ['-0', '--check=none']],
    ['noise, which is stored', noise, ['-6', '--check=sha256']],
    ['several blocks', code, ['--block-size=65536']],
    ['nothing', new Uint8Array(0), []],
  ] as const)('%s', (_name, bytes, flags) => {
    expect(Buffer.compare(decodeXz(xz(bytes, ...flags)), bytes)).toBe(0);
  });

  it('refuses damage with a ToolError', () => {
    const packed = Uint8Array.from(xz(code.subarray(0, 40_000)));
    for (let round = 0; round < 200; round++) {
      const bytes = packed.slice(
        0,
        round % 3 === 0 ? Math.floor(random() * packed.length) : undefined,
      );
      bytes[Math.floor(random() * bytes.length)] = random() * 256;
      try {
        decodeXz(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(ToolError);
      }
    }
  });
});
