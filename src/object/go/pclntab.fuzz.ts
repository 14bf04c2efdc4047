import { sourceOf } from '../byte-source.ts';
import { parseElf } from '../elf-file.ts';
import { GoLineTable } from './pclntab.ts';
import { TableWork } from './table-work.ts';
import { smallGoImage } from './testing/small-image.ts';

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'pclntab',
  seeds: () => (['1.2', '1.16', '1.18', '1.20'] as const).map(smallGoImage),
  run(bytes) {
    const table = GoLineTable.find(parseElf(sourceOf(bytes)), new TableWork(bytes.length));
    if (table === undefined) return;
    for (let row = 0; row < Math.min(table.length, 50); row++) {
      table.nameOf(row);
      table.inlinedCalls(row);
      const start = table.startOf(row);
      for (let into = 0; into < 64; into += 7) {
        table.places(start + into);
        table.frame(start + into);
      }
    }
  },
};
