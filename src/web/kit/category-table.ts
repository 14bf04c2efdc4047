import type { KeyFamily } from '../../render/palette/key-family.ts';

/** Whose code: the categories that samples can be narrowed to, in a reader's words. */
export const categories: readonly { readonly family: KeyFamily; readonly label: string }[] = [
  { family: 'own', label: 'my code' },
  { family: 'runtime', label: 'language runtime' },
  { family: 'package', label: 'packages' },
  { family: 'library', label: 'shared libraries' },
  { family: 'libc', label: 'libc' },
  { family: 'kernel', label: 'kernel' },
  { family: 'jit', label: 'JIT' },
];

export function categoryLabel(family: string): string {
  return categories.find((each) => each.family === family)?.label ?? family;
}
