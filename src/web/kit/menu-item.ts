/** One line of a menu: something to do, a heading, or a line between groups. */
export type MenuItem =
  | {
      readonly kind: 'action';
      readonly label: string;
      /** At the right: the key that does the same, as the sheet writes it. */
      readonly key?: string;
      /** At the right, quieter: a number or a place. */
      readonly detail?: string;
      /** undefined = no choice between several. */
      readonly isChecked?: boolean;
      readonly isDisabled?: boolean;
      run(): void;
    }
  | { readonly kind: 'heading'; readonly label: string }
  | { readonly kind: 'line' };

/** A menu that is to be shown, at a point of the window or below an element. */
export interface MenuRequest {
  /** The accessible name. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly at: { readonly x: number; readonly y: number } | Element;
}
