import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { md5, md5Low64 } from './md5.ts';

it('digests texts of every length around a block as OpenSSL does', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 0xff);
    const expected = createHash('md5').update(bytes).digest();
    expect(Buffer.from(md5(bytes)).toString('hex')).toBe(expected.toString('hex'));
    expect(md5Low64(bytes)).toBe(expected.readBigUInt64LE(0));
  }
});
