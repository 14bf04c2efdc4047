import type { ReadonlySignal } from '@preact/signals';
import type { FileFacts, Scope } from '../../explore/index.ts';
import type { Engine } from '../engine/engine.ts';
import type { ChangeKind } from '../state/store.ts';
import type { Place, ViewState } from '../state/view-state.ts';

/** What the shell gives to every view. */
export interface App {
  readonly state: ReadonlySignal<ViewState>;
  /** What the views ask about: the shown file narrowed by range, threads, CPUs and transforms. */
  readonly scope: ReadonlySignal<Scope>;
  /** The other side while two things are compared; null otherwise. */
  readonly baseScope: ReadonlySignal<Scope | null>;
  readonly files: ReadonlySignal<readonly FileFacts[]>;
  /** The shown file; null while none is open. */
  readonly file: ReadonlySignal<FileFacts | null>;
  readonly engine: Engine;
  /** The colours in force: canvases draw anew when it changes. */
  readonly theme: ReadonlySignal<'light' | 'dark'>;
  /** `push` is a step that can be taken back; the default is `replace`. */
  change(patch: Partial<ViewState>, kind?: ChangeKind): void;
  undo(): void;
  redo(): void;
  select(place: Place | null): void;
  /** Adds a transform step, in the words of `parseTransform`, and says so. */
  transform(step: string): void;
  /** A polite message in the status bar, read out by screen readers. */
  announce(message: string): void;
}
