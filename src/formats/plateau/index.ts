import { encodePlateau, isPlateau, PlateauReader } from '../../container/index.ts';
import type { Format } from '../format.ts';

/** Plateau's own file, docs/formats/plateau.md. The container layer does the work. */
export const plateau: Format = {
  name: 'plateau',
  title: 'Plateau profile',
  extensions: ['.plateau'],
  timeline: true,
  detect: (head) => (isPlateau(head) ? 'certain' : 'no'),
  read: ({ codec }) => new PlateauReader(codec),
  encode: (profile, { codec }) => encodePlateau(profile, codec),
};
