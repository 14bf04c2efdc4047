import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { malformed } from '../base/tool-error.ts';
import { hintFor } from './byte-statistics.ts';
import { BlockDecoder } from './decode-block.ts';
import { BlockEncoder } from './encode-block.ts';
import type { ColumnKind } from './layout-table.ts';
import { type BlockDraft, bytesOf, type ColumnData, newColumn } from './section.ts';

const fault = (what: string): Error => malformed('column', 0, what);

function decode(kind: ColumnKind, draft: BlockDraft): ColumnData {
  const column = newColumn(kind, draft.rows);
  new BlockDecoder().decode(kind, draft, column, fault);
  return column;
}

/** The encoding chosen and the number of bytes per row before compression. */
function encodingOf(kind: ColumnKind, data: ColumnData): string {
  const draft = new BlockEncoder().encode(kind, data);
  expect(bytesOf(decode(kind, draft))).toEqual(bytesOf(data));
  const planes = draft.streams.filter((stream) => stream.length === draft.rows);
  return `${draft.encoding} ${planes.length}`;
}

const rows = (count: number, value: (row: number) => number): Float64Array =>
  Float64Array.from({ length: count }, (_, row) => value(row));

function refuse(kind: ColumnKind, draft: BlockDraft, what: string): void {
  expect(() => decode(kind, draft)).toThrow(what);
}

describe('block encodings', () => {
  it('are chosen from the data', () => {
    const random = seededRandom(3);
    expect(
      encodingOf(
        'f64',
        rows(1000, () => 7),
      ),
    ).toBe('constant 0');
    expect(
      encodingOf(
        'f64',
        rows(1000, (row) => 1e12 + row * 1000),
      ),
    ).toBe('delta 0');
    expect(
      encodingOf(
        'f64',
        rows(1000, (row) => row * row),
      ),
    ).toBe('delta2 0');
    expect(
      encodingOf(
        'f64',
        rows(1000, (row) => 1e12 + row * 1e6 + Math.floor(random() * 1e4)),
      ),
    ).toBe('delta 2');
    expect(
      encodingOf(
        'f64',
        rows(1000, () => Math.floor(random() * 251)),
      ),
    ).toBe('offset 1');
    expect(
      encodingOf(
        'f64',
        rows(1000, (row) => ((row * 7919) % 3) / 3),
      ),
    ).toBe('dictionary 1');
    expect(
      encodingOf(
        'f64',
        rows(1000, (row) => Math.sqrt(row)),
      ),
    ).toBe('raw 8');
    expect(
      encodingOf(
        'i32',
        Int32Array.from({ length: 1000 }, (_, row) => row - 1),
      ),
    ).toBe('delta 0');
    expect(encodingOf('u64', BigUint64Array.of(2n ** 64n - 1n, 5n, 5n))).toBe('dictionary 1');
  });

  it('keep what integers lose', () => {
    for (const special of [-0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), 0.5]) {
      encodingOf(
        'f64',
        rows(2000, (row) => (row === 999 ? special : row)),
      );
    }
    encodingOf(
      'f64',
      rows(1000, (row) => (row % 2 === 0 ? 1 : -1) * (2 ** 53 - 1 - row)),
    );
  });

  it('give back any column bit for bit', () => {
    const number = fc.oneof(
      fc.double(),
      fc.integer(),
      fc.maxSafeInteger(),
      fc.constantFrom(-0, 0, Number.NaN, 1, 2, 2 ** 52, -(2 ** 52)),
    );
    const column = fc.oneof(
      fc.array(number, { minLength: 1, maxLength: 300 }),
      fc.array(fc.maxSafeInteger(), { minLength: 1, maxLength: 300 }),
      fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 1, maxLength: 300 }),
    );
    fc.assert(
      fc.property(column, (values) => {
        encodingOf('f64', Float64Array.from(values));
        encodingOf('i32', Int32Array.from(values));
        encodingOf('u8', Uint8Array.from(values));
        encodingOf(
          'i64',
          BigInt64Array.from(values, (value) =>
            BigInt(Number.isFinite(value) ? Math.trunc(value) : 0),
          ),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('are refused when they do not fit their column', () => {
    const wide: BlockDraft = {
      encoding: 'delta',
      rows: 3,
      streams: [bytesOf(Float64Array.of(2 ** 40, 0, 0))],
    };
    refuse('i32', wide, 'does not fit 32 bits');
    refuse('u64', wide, 'not numbers');
    const plane = Uint8Array.of(0, 1, 9);
    refuse('i32', { encoding: 'raw', rows: 3, streams: [plane] }, '1 byte planes');
    refuse('u8', { encoding: 'raw', rows: 4, streams: [plane] }, 'a byte plane of 3 for 4 rows');
    refuse(
      'u8',
      { encoding: 'dictionary', rows: 3, streams: [plane.subarray(1), plane] },
      'entry 9',
    );
    refuse('f64', { encoding: 'constant', rows: 3, streams: [plane] }, 'not of 8 bytes');
    const parameters = bytesOf(Float64Array.of(Number.NaN, 0, 0));
    refuse('f64', { encoding: 'delta', rows: 3, streams: [parameters] }, 'out of range');
  });
});

describe('the hint for compression', () => {
  const random = seededRandom(11);
  const noise = Uint8Array.from({ length: 20_000 }, () => random() * 256);
  it.each([
    ['noise, which does not shrink', noise, undefined],
    ['few frequent values', noise.map((byte) => byte & 7), 'skewed'],
    ['runs', new Uint8Array(20_000), 'skewed'],
    ['sequences that come again', noise.map((_, at) => noise[at % 700] as number), 'repeats'],
    ['a few bytes', noise.subarray(0, 100), 'text'],
  ])('of %s', (_what, bytes, hint) => {
    expect(hintFor(bytes)).toBe(hint);
  });
});
