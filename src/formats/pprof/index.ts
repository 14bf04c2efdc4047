import type { Format } from '../format.ts';
import { wholeFileReader } from '../whole-file-reader.ts';
import { detectPprof } from './detect.ts';
import { encodePprof } from './encode.ts';
import { parsePprof } from './parse.ts';

/** profile.proto of github.com/google/pprof: what Go and many others write. */
export const pprof: Format = {
  name: 'pprof',
  title: 'pprof profile.proto',
  extensions: ['.pb.gz', '.pprof', '.pb'],
  gzip: true,
  detect: detectPprof,
  read: () => wholeFileReader('pprof', parsePprof),
  encode: encodePprof,
};
