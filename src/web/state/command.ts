import type { App } from '../app/app.ts';

export const commandGroups = ['Find', 'File', 'Views', 'Transforms', 'Display', 'Move'] as const;
/** Heading of the keyboard sheet. */
export type CommandGroup = (typeof commandGroups)[number];

/** Something a user can do: by key, by menu, or by its name in the command palette. */
export interface Command {
  readonly id: string;
  /** The verb, as buttons and the palette show it. */
  readonly title: string;
  /** Keys as in `KeyboardEvent.key`, with `Ctrl+` or `Shift+` before it where needed. */
  readonly keys: readonly string[];
  readonly group: CommandGroup;
  /**
   * `panel`: the part that has the focus handles the keys itself (arrows in a table); the command
   * stands in the sheet and is neither dispatched nor in the palette.
   */
  readonly where?: 'page' | 'panel';
  run(app: App): void;
  /** Without it always. */
  isAvailable?(app: App): boolean;
}
