export type { Codec, DeflateHint } from './codec.ts';
export { encodePlateau, isPlateau, PlateauReader } from './plateau-file.ts';
