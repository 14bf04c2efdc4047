import { computed, type Signal, signal } from '@preact/signals';
import type { FileFacts } from '../../explore/index.ts';
import { type Engine, EngineError, type ProfileSource } from '../engine/engine.ts';
import { createStore } from '../state/store.ts';
import { baseScopeOf, initialState, scopeOf } from '../state/view-state.ts';
import type { App } from './app.ts';

/** What only the shell itself may do. */
export interface ShellApp extends App {
  readonly message: Signal<string>;
  readonly failure: Signal<EngineError | null>;
  open(source: ProfileSource): Promise<void>;
}

export function createApp(engine: Engine): ShellApp {
  const store = createStore(initialState);
  const files = signal<readonly FileFacts[]>([]);
  const message = signal('');
  const failure = signal<EngineError | null>(null);
  const announce = (text: string): void => {
    message.value = text;
  };
  const dark = matchMedia('(prefers-color-scheme: dark)');
  return {
    state: store.state,
    scope: computed(() => scopeOf(store.state.value)),
    baseScope: computed(() => baseScopeOf(store.state.value)),
    files,
    file: computed(() => files.value[store.state.value.files.at(-1) ?? 0] ?? null),
    engine,
    theme: computed(() => (dark.matches ? 'dark' : 'light')),
    message,
    failure,
    announce,
    change: (patch, kind = 'replace') => store.change(patch, kind),
    undo: () => announce(store.undo() ? 'Undone' : 'Nothing to undo'),
    redo: () => announce(store.redo() ? 'Redone' : 'Nothing to redo'),
    select: (selected) => store.change({ selected }, 'replace'),
    transform(step) {
      store.change({ transforms: [...store.state.value.transforms, step], zoom: [] }, 'push');
      announce(step);
    },
    async open(source) {
      try {
        const index = await engine.open(source);
        files.value = [...files.value, await engine.ask('facts', { file: index })];
      } catch (error) {
        failure.value = error instanceof EngineError ? error : new EngineError(String(error), '');
      }
    },
  };
}
