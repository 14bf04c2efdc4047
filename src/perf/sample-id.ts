import type { EventAttr } from './attr.ts';
import { sampleBits } from './attr-table.ts';

const absent = 0;

/**
 * The `sample_id` at the end of every record that is not a sample, when `sample_id_all` was asked
 * for (`__parse_id_sample` of tools/perf/util/evsel.c). Places are 32-bit words before the end of the
 * record, 0 where the field is absent.
 */
export class SampleIdLayout {
  readonly words: number;
  readonly identifier: number;
  readonly cpu: number;
  readonly id: number;
  readonly time: number;
  readonly tid: number;

  constructor(attr: EventAttr) {
    const type = attr.flags.has('sampleIdAll') ? attr.sampleType : 0;
    let before = 0;
    const place = (bit: number): number => {
      if ((type & bit) === 0) return absent;
      before += 2;
      return before;
    };
    this.identifier = place(sampleBits.identifier);
    this.cpu = place(sampleBits.cpu);
    place(sampleBits.streamId);
    this.id = place(sampleBits.id);
    this.time = place(sampleBits.time);
    this.tid = place(sampleBits.tid);
    this.words = before;
  }
}
