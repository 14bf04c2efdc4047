import { type FrameFacts, ownerOf } from './frame-family.ts';

/** Whose code a frame is, in the order of the numbers that stand for it in columns. */
export const keyFamilies = [
  'own',
  'runtime',
  'package',
  'library',
  'libc',
  'kernel',
  'jit',
  'neutral',
] as const;
export type KeyFamily = (typeof keyFamilies)[number];

export function frameFamily(frame: FrameFacts): KeyFamily {
  const owner = ownerOf(frame);
  return keyFamilies.find((family) => family === owner) ?? 'neutral';
}
