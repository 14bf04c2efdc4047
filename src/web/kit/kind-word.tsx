import type { JSX } from 'preact';
import './kind-word.css';

/** The kind of code after a name: inlined, kernel, JIT. Nothing for ordinary code. */
export function KindWord({ word }: { readonly word: string }): JSX.Element | null {
  return word === '' ? null : <span class="kind-word">{word}</span>;
}
