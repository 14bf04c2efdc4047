import { LineCutter } from '../../base/line-cutter.ts';
import type { ProfileReader, ReadOptions } from '../format.ts';
import { assembleProfile } from './assemble.ts';
import { PerfScriptScanner } from './scanner.ts';

export function perfScriptReader(options: ReadOptions): ProfileReader {
  const scanner = new PerfScriptScanner(options.timeline);
  const cutter = new LineCutter('perf script text', (bytes, start, end) =>
    scanner.scan(bytes, start, end),
  );
  return {
    push: (chunk) => cutter.push(chunk),
    finish() {
      cutter.finish();
      scanner.finish();
      return assembleProfile(scanner);
    },
  };
}
