import type { ComponentChildren, JSX } from 'preact';
import './card-table.css';

/** Rows of numbers in a card beside the pointer: what they are at the left, the numbers at the right. */
export function CardTable({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <table class="card-table">
      <tbody>{children}</tbody>
    </table>
  );
}
