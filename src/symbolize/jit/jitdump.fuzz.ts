import { Diagnostics } from '../../base/diagnostics.ts';
import { parseJitdump } from './jitdump.ts';
import { jitdumpRanges } from './jitdump-ranges.ts';
import { JitdumpBytes } from './testing/jitdump-bytes.ts';

function seed(littleEndian: boolean, flags: number): Uint8Array {
  return new JitdumpBytes({ littleEndian, flags })
    .lines(0x1000, [0x1000, 11, '/a.c'], [0x1010, 12, ''])
    .load(10, 1, 0x1000, 0x20, 'one')
    .load(20, 2, 0x1010, 0x20, 'two')
    .move(30, 1, 0x1000, 0x2000, 0x20)
    .record(4, 31, [8, 0], [8, 0], [8, 0])
    .record(3, 40)
    .bytes();
}

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): Promise<void>;
} = {
  name: 'jitdump',
  seeds: () => [seed(true, 0), seed(false, 0), seed(true, 1)],
  async run(bytes) {
    const dump = parseJitdump(bytes, new Diagnostics());
    const ticks = { shift: 31, multiplier: 3n, zero: 5n };
    for (const clock of [{ isMonotonic: true }, { isMonotonic: false, ticks }]) {
      const ranges = jitdumpRanges(dump, clock);
      for (const address of [0, 0x1000, 0x1018, 0x2000, 2 ** 47]) {
        for (const time of [0, 15, 25, Number.POSITIVE_INFINITY]) ranges.find(address, time);
        ranges.isLasting(address);
      }
    }
  },
};
