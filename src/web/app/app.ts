import type { ReadonlySignal } from '@preact/signals';
import type { FileFacts, Scope } from '../../explore/index.ts';
import type { Engine } from '../engine/engine.ts';
import type { MenuRequest } from '../kit/menu-item.ts';
import type { ThemeColours } from '../kit/theme-colours.ts';
import type { ChangeKind } from '../state/store.ts';
import type { Place, ViewState } from '../state/view-state.ts';

/** "Next match" or "previous match" was asked for; a new turn each time. */
export interface MatchStep {
  readonly direction: 1 | -1;
  /** 0 = not yet asked for. */
  readonly turn: number;
}

/** What the shell gives to every view. */
export interface App {
  readonly state: ReadonlySignal<ViewState>;
  /** What the views ask about: the shown file narrowed by range, threads, CPUs and transforms. */
  readonly scope: ReadonlySignal<Scope>;
  /** The other side while two things are compared; null otherwise. */
  readonly baseScope: ReadonlySignal<Scope | null>;
  /** Open files; the number of one is its `index`, not its place here. */
  readonly files: ReadonlySignal<readonly FileFacts[]>;
  /** The shown file; null while none is open. */
  readonly file: ReadonlySignal<FileFacts | null>;
  readonly engine: Engine;
  /** Where the page's server gives the text of sources that a file names; null = nowhere. */
  sourceUrl(file: number): string | null;
  /** The colours in force: canvases draw anew when it changes. */
  readonly theme: ReadonlySignal<'light' | 'dark'>;
  /** The tokens as canvases take them, resolved once per theme. */
  readonly colours: ReadonlySignal<ThemeColours>;
  /** Asks the shown view to go to the next or previous match of the search (or hot line). */
  readonly matchStep: ReadonlySignal<MatchStep>;
  /** Whether the inspector stands beside views that have one. */
  readonly isInspectorShown: ReadonlySignal<boolean>;
  /** What a view keeps while others are shown, made when first asked for; links do not have it. */
  kept<Value>(id: string, make: () => Value): Value;
  /** `push` is a step that can be taken back; the default is `replace`. */
  change(patch: Partial<ViewState>, kind?: ChangeKind): void;
  undo(): void;
  redo(): void;
  /** `path` says which frame of the function: names from the root of the stack to it. */
  select(place: Place | null, path?: readonly string[]): void;
  /** Adds a transform step (state/transform-step.ts has the words) and says so. */
  transform(step: string): void;
  /** A polite message in the status bar, read out by screen readers. */
  announce(message: string): void;
  /** Shows a context menu; functions have `functionMenuItems` (state/function-commands.ts). */
  showMenu(menu: MenuRequest): void;
  /** Asks for a file that becomes the base of what is shown. */
  chooseBase(): void;
  /** Copies a text and says so: `what` is the noun, "Name copied". */
  copy(text: string, what: string): void;
}
