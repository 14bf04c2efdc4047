import type { JSX } from 'preact';
import type { KeyFamily } from '../../render/index.ts';
import './family-swatch.css';

/** Whose code it is, as a patch of its colour; the kernel is hatched too. */
export function FamilySwatch({ family }: { readonly family: KeyFamily }): JSX.Element {
  return <i class={`family-swatch family-swatch-${family}`} aria-hidden="true" />;
}
