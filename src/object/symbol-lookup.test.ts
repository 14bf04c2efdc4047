import { array, assert, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SymbolTable } from './elf-symbols.ts';
import { SymbolLookup } from './symbol-lookup.ts';

interface Row {
  readonly address: number;
  readonly size: number;
}

function tableOf(rows: readonly Row[]): SymbolTable {
  const sorted = [...rows].sort((a, b) => a.address - b.address);
  return {
    length: sorted.length,
    address: Float64Array.from(sorted, ({ address }) => address),
    size: Float64Array.from(sorted, ({ size }) => size),
    binding: new Uint8Array(sorted.length).fill(1),
    nameAt: (row) => `f${row}`,
    sectionEnd: () => 50,
  };
}

describe('a lookup of symbols', () => {
  it('finds the innermost function, and for one without a size up to the next', () => {
    const lookup = new SymbolLookup(
      tableOf([
        { address: 10, size: 20 },
        { address: 14, size: 2 },
        { address: 40, size: 0 },
      ]),
    );
    const names = [9, 10, 14, 16, 29, 30, 40, 49, 50].map((svma) => lookup.find(svma)?.name);
    const none = undefined;
    expect(names).toEqual([none, 'f0', 'f1', 'f0', 'f0', none, 'f2', 'f2', none]);
  });

  it('says how far an answer holds', () => {
    const row = record({ address: nat(40), size: nat(12) });
    assert(
      property(array(row, { maxLength: 12 }), (rows) => {
        const table = tableOf(rows);
        const lookup = new SymbolLookup(table);
        for (let svma = 0; svma < 60; svma++) {
          const name = lookup.find(svma)?.name;
          const until = Math.min(60, lookup.heldUntil);
          expect(until).toBeGreaterThan(svma);
          for (let next = svma; next < until; next++) {
            expect(new SymbolLookup(table).find(next)?.name).toBe(name);
          }
        }
      }),
    );
  });
});
