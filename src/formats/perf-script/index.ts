import type { Format } from '../format.ts';
import { detectPerfScript } from './detect.ts';
import { perfScriptReader } from './parse.ts';

/** What `perf script` prints: an event line, then the stack, one line per frame, the leaf first. */
export const perfScript: Format = {
  name: 'perf-script',
  title: 'perf script text',
  extensions: [],
  detect: detectPerfScript,
  read: perfScriptReader,
};
