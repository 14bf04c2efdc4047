import { LineCutter } from '../../base/line-cutter.ts';
import type { PartFormat } from '../format.ts';
import { FoldedScanner, isDifference } from './scanner.ts';
import { textStart } from './text-encoding.ts';

const newline = 0x0a;

/** Folded stacks can be cut after any line, but for differences and UTF-16, which the head tells. */
export const foldedParts: PartFormat = {
  name: 'folded',
  canCut(head) {
    const { encoding, markBytes } = textStart(head);
    return encoding === 'utf-8' && !isDifference(head, markBytes, head.length);
  },
  findStart: (bytes, from) => {
    const end = bytes.indexOf(newline, from);
    return end < 0 || end + 1 >= bytes.length ? -1 : end + 1;
  },
  read({ timeline }) {
    const scanner = new FoldedScanner(false, timeline);
    const cutter = new LineCutter('folded stacks', (bytes, start, end) =>
      scanner.scan(bytes, start, end),
    );
    return {
      push: (chunk) => cutter.push(chunk),
      detach() {
        cutter.finish();
        return scanner.detach();
      },
    };
  },
};
