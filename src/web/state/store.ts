import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { ViewState } from './view-state.ts';

/** Whether a change is a step that Back and undo take back. */
export type ChangeKind = 'push' | 'replace';

/** The one state of the page, with its past and its future. */
export interface Store {
  readonly state: ReadonlySignal<ViewState>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  change(patch: Partial<ViewState>, kind: ChangeKind): void;
  /** Takes back the last step: a range, a transform, a choice of threads. The view stays. */
  undo(): boolean;
  redo(): boolean;
  /** Takes over a state that came from a link or from Back: nobody is told. */
  restore(state: ViewState): void;
  /** Begins anew: nothing to undo, nobody is told. */
  begin(state: ViewState): void;
}

/** What steps change. The zoom belongs to them because a transform makes another graph. */
type Step = Pick<ViewState, 'ranges' | 'threads' | 'cpus' | 'event' | 'transforms' | 'zoom'>;

/** `onChange` is told of every change but `restore`; undo and redo are steps as any other. */
export function createStore(
  initial: ViewState,
  onChange: (state: ViewState, kind: ChangeKind) => void = () => {},
): Store {
  const state = signal(initial);
  const past = signal<readonly Step[]>([]);
  const future = signal<readonly Step[]>([]);
  const move = (from: typeof past, to: typeof past): boolean => {
    const step = from.value.at(-1);
    if (step === undefined) return false;
    from.value = from.value.slice(0, -1);
    to.value = [...to.value, stepOf(state.value)];
    state.value = { ...state.value, ...step };
    onChange(state.value, 'push');
    return true;
  };
  return {
    state,
    canUndo: computed(() => past.value.length > 0),
    canRedo: computed(() => future.value.length > 0),
    change(patch, kind) {
      const before = state.value;
      const after = { ...before, ...withoutOldPath(patch) };
      if (kind === 'push' && !isSameStep(before, after)) {
        past.value = [...past.value, stepOf(before)];
        future.value = [];
      }
      state.value = after;
      onChange(after, kind);
    },
    undo: () => move(past, future),
    redo: () => move(future, past),
    begin(first) {
      past.value = [];
      future.value = [];
      state.value = first;
    },
    restore(next) {
      const before = state.value;
      state.value = next;
      if (isSameStep(before, next)) return;
      const isBack = isSameStep(past.value.at(-1), next);
      const isForward = isSameStep(future.value.at(-1), next);
      const own = stepOf(before);
      past.value = isBack ? past.value.slice(0, -1) : [...past.value, own];
      if (isBack) future.value = [...future.value, own];
      else future.value = isForward ? future.value.slice(0, -1) : [];
    },
  };
}

/** Another function stands elsewhere: its path comes with it, or is not known. */
function withoutOldPath(patch: Partial<ViewState>): Partial<ViewState> {
  return patch.selected === undefined ? patch : { selectedPath: [], ...patch };
}

function stepOf({ ranges, threads, cpus, event, transforms, zoom }: ViewState): Step {
  return { ranges, threads, cpus, event, transforms, zoom };
}

function isSameStep(a: Step | undefined, b: Step): boolean {
  if (a === undefined) return false;
  const partsOf = ({ ranges, threads, cpus, event, transforms }: Step): string =>
    JSON.stringify([ranges, threads, cpus, event, transforms]);
  return partsOf(a) === partsOf(b);
}
