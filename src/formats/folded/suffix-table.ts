import type { MappingKind } from '../../profile/index.ts';

/**
 * The marks that stackcollapse scripts put behind a frame's name. In the model they are an image
 * named like the mark, so that they survive a round trip and still tell the kernel from user code.
 */
export const suffixTable: readonly {
  readonly suffix: string;
  readonly image: string;
  readonly kind: MappingKind;
}[] = [
  { suffix: '_[k]', image: '[k]', kind: 'kernel' },
  { suffix: '_[j]', image: '[j]', kind: 'jit' },
  { suffix: '_[w]', image: '[w]', kind: 'user' },
  { suffix: '_[p]', image: '[p]', kind: 'user' },
];

/** Inlined: an inline depth instead of an image. */
export const inlinedSuffix = '_[i]';
