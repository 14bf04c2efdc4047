import { describe, expect, it } from 'vitest';
import { ToolError } from '../base/tool-error.ts';
import { encodeTracingData } from './file-writer-tracing.ts';
import { parseTracingData } from './tracing-data.ts';

const { bytes } = encodeTracingData({
  pageSize: 4096,
  headerPage: 'page',
  headerEvent: 'event',
  tracepoints: [
    { system: 'sched', format: 'name: sched_switch\nID: 316\nformat:\n' },
    { system: 'block', format: 'name: block_rq_issue\nID: 1200\nformat:\n' },
    { system: 'sched', format: 'nothing of use' },
  ],
});

describe('tracing data', () => {
  it('names the tracepoints of all systems', () => {
    expect(parseTracingData(bytes)).toEqual([
      { name: 'sched:sched_switch', id: 316 },
      { name: 'block:block_rq_issue', id: 1200 },
    ]);
  });

  it('is refused with its place when it is cut or something else', () => {
    // The end holds symbols and formats of printk, which nobody reads.
    for (let length = 0; length < bytes.length - 16; length++) {
      expect(() => parseTracingData(bytes.subarray(0, length))).toThrow(ToolError);
    }
    expect(() => parseTracingData(new Uint8Array(64))).toThrow(/magic/);
  });
});
