import type { Format } from '../format.ts';
import { detectFolded } from './detect.ts';
import { encodeFolded } from './encode.ts';
import { foldedReader } from './parse.ts';

/** Brendan Gregg's folded stacks: `main;parse;read 12`, one line per stack. */
export const folded: Format = {
  name: 'folded',
  title: 'folded stacks',
  extensions: ['.folded', '.collapsed', '.txt'],
  namesOnly: true,
  detect: detectFolded,
  read: foldedReader,
  encode: encodeFolded,
};
