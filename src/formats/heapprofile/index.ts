import type { Format } from '../format.ts';
import { detectHeapprofile } from './detect.ts';
import { heapprofileReader } from './parse.ts';

/** What V8's sampling heap profiler writes: node --heap-prof, Chrome DevTools, VS Code. */
export const heapprofile: Format = {
  name: 'heapprofile',
  title: 'V8 heap profile',
  extensions: ['.heapprofile'],
  timeline: false,
  detect: detectHeapprofile,
  read: heapprofileReader,
};
