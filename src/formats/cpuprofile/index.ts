import type { Format } from '../format.ts';
import { detectCpuprofile } from './detect.ts';
import { encodeCpuprofile } from './encode.ts';
import { cpuprofileReader } from './parse.ts';

/** What V8's CPU profiler writes: node --cpu-prof, Chrome DevTools, VS Code. */
export const cpuprofile: Format = {
  name: 'cpuprofile',
  title: 'V8 CPU profile',
  extensions: ['.cpuprofile'],
  timeline: true,
  detect: detectCpuprofile,
  read: cpuprofileReader,
  encode: encodeCpuprofile,
};
