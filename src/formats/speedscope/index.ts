import type { Format } from '../format.ts';
import { detectSpeedscope } from './detect.ts';
import { encodeSpeedscope } from './encode.ts';
import { speedscopeReader } from './parse.ts';

/** The file format of speedscope.app, which many profilers export. */
export const speedscope: Format = {
  name: 'speedscope',
  title: 'speedscope JSON',
  extensions: ['.speedscope.json', '.speedscope'],
  timeline: true,
  detect: detectSpeedscope,
  read: speedscopeReader,
  encode: encodeSpeedscope,
};
