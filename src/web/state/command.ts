import type { App } from '../app/app.ts';

/** Something a user can do: by key, by menu, or by its name in the command palette. */
export interface Command {
  readonly id: string;
  /** The verb, as buttons and the palette show it. */
  readonly title: string;
  /** Keys as in `KeyboardEvent.key`, with `Ctrl+` or `Shift+` before it where needed. */
  readonly keys: readonly string[];
  /** Heading of the keyboard sheet. */
  readonly group: 'Find' | 'Views' | 'Transforms' | 'Display' | 'Move' | 'File';
  run(app: App): void;
  /** Without it always. */
  isAvailable?(app: App): boolean;
}
