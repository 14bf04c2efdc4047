import { type ReadonlySignal, signal } from '@preact/signals';
import type { ViewState } from './view-state.ts';

/** Whether a change is a step that Back and undo take back. */
export type ChangeKind = 'push' | 'replace';

/** The one state of the page, with its past and its future. */
export interface Store {
  readonly state: ReadonlySignal<ViewState>;
  change(patch: Partial<ViewState>, kind: ChangeKind): void;
  undo(): boolean;
  redo(): boolean;
}

export function createStore(initial: ViewState): Store {
  const state = signal(initial);
  const past: ViewState[] = [];
  const future: ViewState[] = [];
  return {
    state,
    change(patch, kind) {
      if (kind === 'push') {
        past.push(state.value);
        future.length = 0;
      }
      state.value = { ...state.value, ...patch };
    },
    undo() {
      const before = past.pop();
      if (before === undefined) return false;
      future.push(state.value);
      state.value = before;
      return true;
    },
    redo() {
      const after = future.pop();
      if (after === undefined) return false;
      past.push(state.value);
      state.value = after;
      return true;
    },
  };
}
