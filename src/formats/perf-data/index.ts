import type { Format } from '../format.ts';
import { detectPerfData } from './detect.ts';
import { perfDataReader } from './parse.ts';

/** What `perf record`, `simpleperf record` and `plateau record -o x.data` write. */
export const perfData: Format = {
  name: 'perf.data',
  title: 'perf.data recording',
  extensions: [],
  symbolize: true,
  detect: detectPerfData,
  read: perfDataReader,
};
